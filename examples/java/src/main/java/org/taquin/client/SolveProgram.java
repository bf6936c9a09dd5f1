package org.taquin.client;

import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.taquin.v1.Algorithm;
import org.taquin.v1.Progress;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolveResponse;
import org.taquin.v1.SolveResult;

/** Solves a board and shows how the search gets on. Ctrl-C stops the search. */
public final class SolveProgram {
  private static final String USAGE =
      """
      usage: SolveProgram [FLAG VALUE]... '1 2 3 / 4 5 6 / 7 _ 8'
        --server TARGET     gRPC target (localhost:50051)
        --algorithm NAME    as in ida-star; GetCapabilities lists them (auto)
        --timeout SECONDS   when the best path so far is wanted (3600)
        --cacert FILE       authority to trust, PEM; makes the connection TLS
        --token-file FILE   holds the bearer token; wants --cacert
      """;
  private static final Set<String> FLAGS =
      Set.of("--server", "--algorithm", "--timeout", "--cacert", "--token-file");

  private SolveProgram() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    Map<String, String> flags = new HashMap<>();
    int next = 0;
    while (next + 1 < arguments.length && FLAGS.contains(arguments[next])) {
      flags.put(arguments[next], arguments[next + 1]);
      next += 2;
    }
    if (next + 1 != arguments.length || arguments[next].startsWith("-")) {
      System.err.print(USAGE);
      return 2;
    }
    SolveRequest request;
    Duration timeout;
    try {
      String algorithm = flags.getOrDefault("--algorithm", "auto").toUpperCase(Locale.ROOT).replace('-', '_');
      request =
          SolveRequest.newBuilder()
              .setStart(Boards.parse(arguments[next]))
              .setAlgorithm(Algorithm.valueOf("ALGORITHM_" + algorithm))
              .build();
      timeout = Duration.ofMillis(Math.round(1000 * Double.parseDouble(flags.getOrDefault("--timeout", "3600"))));
    } catch (IllegalArgumentException error) {
      System.err.println("SolveProgram: " + error.getMessage());
      return 2;
    }
    try (TaquinClient client = connect(flags);
        Search search = client.solve(request, timeout)) {
      // An interrupt ends the virtual machine, after its hooks.
      Runtime.getRuntime().addShutdownHook(new Thread(search::cancel));
      return show(search);
    } catch (TaquinException error) {
      if (error.code() == Status.Code.CANCELLED) {
        return 130;
      }
      System.err.println("SolveProgram: " + error.getMessage());
      error.violations().forEach(each -> System.err.println("  " + each.field() + ": " + each.description()));
      return error.code() == Status.Code.INVALID_ARGUMENT ? 2 : 4;
    } catch (IOException error) {
      System.err.println("SolveProgram: " + error);
      return 2;
    }
  }

  private static TaquinClient connect(Map<String, String> flags) throws IOException {
    String server = flags.getOrDefault("--server", "localhost:50051");
    if (!flags.containsKey("--cacert")) {
      if (flags.containsKey("--token-file")) {
        throw new IOException("--token-file wants --cacert");
      }
      return TaquinClient.connect(server);
    }
    var tls = TlsChannelCredentials.newBuilder().trustManager(new File(flags.get("--cacert"))).build();
    if (!flags.containsKey("--token-file")) {
      return TaquinClient.connect(server, tls);
    }
    return TaquinClient.connect(server, tls, Files.readString(Path.of(flags.get("--token-file"))).strip());
  }

  private static int show(Search search) {
    while (search.hasNext()) {
      SolveResponse event = search.next();
      switch (event.getEventCase()) {
        case QUEUED -> System.err.println(event.getQueued().getPosition() + " ahead in the queue");
        case PROGRESS -> {
          Progress look = event.getProgress();
          System.err.printf("at least %d moves, %d expanded%n", look.getLowerBound(), look.getExpandedCount());
        }
        case IMPROVED -> System.err.println("a path of " + event.getImproved().getLength() + " moves");
        case RESULT -> {
          SolveResult result = event.getResult();
          String outcome = result.getOutcome().name().substring("OUTCOME_".length()).toLowerCase(Locale.ROOT);
          if (!result.hasLength()) {
            System.out.println(outcome + " " + result.getDetail());
            return 1;
          }
          System.out.println(outcome + " " + result.getLength() + " moves");
          System.out.println(Boards.format(result.getMovesList()));
          return 0;
        }
        default -> { } // An event of a later version.
      }
    }
    throw new IllegalStateException("the stream ended without a result");
  }
}
