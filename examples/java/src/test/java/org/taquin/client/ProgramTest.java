package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {
  private final Taquind server = new Taquind();
  @TempDir Path directory;

  @AfterEach
  void stop() {
    server.close();
  }

  private static ProcessBuilder java(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void waitFor(Process process) throws InterruptedException {
    assertTrue(process.waitFor(Taquind.PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3 / 4 5 6 / _ 7 8, 0, optimal 2 moves",
    "2 1 3 / 4 5 6 / 7 8 _, 1, unsolvable",
    "1 2 3 / 4 5 6 / 7 7 _, 2, start.tiles",
    "1 2 / 3, 2, row 2",
  })
  void solves(String board, int exitCode, String printed) throws Exception {
    Process process =
        java("org.taquin.client.SolveProgram", "--server", server.target(), board).redirectErrorStream(true).start();
    String output = output(process);
    waitFor(process);
    assertEquals(exitCode, process.exitValue(), output);
    assertTrue(output.contains(printed), output);
  }

  @Test
  void anInterruptStopsTheSearch() throws Exception {
    Process process =
        java("org.taquin.client.SolveProgram", "--server", server.target(), "--algorithm", "ida-star", KnownBoards.HARD)
            .redirectErrorStream(true)
            .start();
    assertTrue(process.inputReader().readLine().contains("at least"));
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    waitFor(process);
    assertEquals(130, process.exitValue());
    server.waitForCancelled("Solve", 1);
  }

  @Test
  void theProgramShownPrintsWhatIsShown() throws Exception {
    Matcher shown =
        Pattern.compile("```java\n(.*?)```.*?prints `(.*?)`", Pattern.DOTALL).matcher(Taquind.read(Path.of("README.md")));
    assertTrue(shown.find());
    Path program = directory.resolve("Example.java");
    Files.writeString(program, shown.group(1).replace("localhost:50051", server.target()));
    Process process = java(program.toString()).redirectErrorStream(true).start();
    String output = output(process).strip();
    waitFor(process);
    // Another path of this length is as good.
    assertEquals(shown.group(2).length(), output.length(), output);
    assertTrue(output.startsWith(shown.group(2).replaceAll("[UDLR]+$", "")), output);
  }
}
