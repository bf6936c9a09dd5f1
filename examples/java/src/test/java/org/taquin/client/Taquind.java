package org.taquin.client;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assertions;

/** The real server, started for a test. */
final class Taquind implements AutoCloseable {
  /** Only ends what hangs. */
  static final java.time.Duration PATIENCE = java.time.Duration.ofMinutes(3);

  private final Path log;
  private final Process process;
  final int port;

  Taquind(String... flags) {
    String program =
        Optional.ofNullable(System.getenv("TAQUIN_SERVER_PROGRAM")).orElse("../../build/release/bin/taquind");
    try {
      Path directory = Files.createTempDirectory("taquind");
      log = directory.resolve("log");
      Path portFile = directory.resolve("port");
      List<String> command = new ArrayList<>(List.of(program, "--port", "0", "--tables", "none"));
      command.addAll(List.of("--port-file", portFile.toString()));
      command.addAll(List.of(flags));
      process =
          new ProcessBuilder(command)
              .redirectError(log.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      waitFor("the server's port", () -> !process.isAlive() || Files.exists(portFile));
      Assertions.assertTrue(process.isAlive(), () -> read(log));
      port = Integer.parseInt(read(portFile).strip());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  String target() {
    return "localhost:" + port;
  }

  /** The callers of this method whose calls ended with this code, as the server names it in its log. */
  List<String> rpcs(String method, String code) {
    String text = read(log);
    List<String> callers = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      JsonObject event = JsonParser.parseString(line).getAsJsonObject();
      if (event.get("event").getAsString().equals("rpc")
          && event.get("method").getAsString().equals(method)
          && event.get("code").getAsString().equals(code)) {
        callers.add(event.get("caller").getAsString());
      }
    }
    return callers;
  }

  void waitForCancelled(String method, int count) {
    waitFor("the server to end the search", () -> rpcs(method, "Canceled").size() >= count);
  }

  static void waitFor(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      Assertions.assertTrue(System.nanoTime() < end, "waited in vain for " + what);
      try {
        Thread.sleep(20);
      } catch (InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }
  }

  static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
