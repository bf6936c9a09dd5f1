package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.taquin.client.KnownBoards.EIGHT;
import static org.taquin.client.KnownBoards.ENDLESS;
import static org.taquin.client.Taquind.PATIENCE;

import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.taquin.v1.Limit;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolveResult;

class ErrorsTest {
  private static TaquinException failureOf(String target, SolveRequest request, Duration timeout) {
    try (TaquinClient client = TaquinClient.connect(target)) {
      return assertThrows(TaquinException.class, () -> client.solveOnce(request, timeout));
    }
  }

  @Test
  void everyBadFieldIsNamed() {
    try (Taquind server = new Taquind()) {
      SolveRequest bad = KnownBoards.request("1 1 / 2 0").setTargetGap(7).setThreads(-1).build();
      TaquinException failure = failureOf(server.target(), bad, PATIENCE);
      assertEquals(Status.Code.INVALID_ARGUMENT, failure.code());
      assertTrue(failure.retryAfter().isEmpty());
      Map<String, String> fields =
          failure.violations().stream()
              .collect(
                  Collectors.toMap(
                      TaquinException.Violation::field, TaquinException.Violation::description, (a, b) -> a));
      for (String field : new String[] {"start.tiles", "target_gap", "threads"}) {
        assertFalse(fields.getOrDefault(field, "").isEmpty(), field);
      }
    }
  }

  @Test
  void aStreamDecodesItsErrorsToo() {
    try (Taquind server = new Taquind();
        TaquinClient client = TaquinClient.connect(server.target());
        Search search = client.solve(SolveRequest.getDefaultInstance(), PATIENCE)) {
      TaquinException failure = assertThrows(TaquinException.class, search::result);
      assertEquals("start", failure.violations().get(0).field());
    }
  }

  @Test
  void aRefusalSaysWhenToTryAgain() {
    // One search runs, one waits, and a third is refused.
    try (Taquind server = new Taquind("--max-active", "1", "--max-queued", "1");
        TaquinClient client = TaquinClient.connect(server.target());
        Search first = client.solve(ENDLESS, PATIENCE)) {
      while (!first.next().hasProgress()) {}
      try (Search second = client.solve(ENDLESS, PATIENCE)) {
        assertTrue(second.next().hasQueued());
        TaquinException failure = assertThrows(TaquinException.class, () -> client.solveOnce(EIGHT, PATIENCE));
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.code());
        assertTrue(failure.retryAfter().orElseThrow().toMillis() > 0);
      }
    }
  }

  @Test
  void aDeadlineBringsTheBestSoFar() {
    try (Taquind server = new Taquind();
        TaquinClient client = TaquinClient.connect(server.target())) {
      // The server keeps a tenth of a second back for its answer, which a busy machine may need longer for.
      for (int seconds : new int[] {1, 4, 16}) {
        try {
          SolveResult result = client.solveOnce(ENDLESS, Duration.ofSeconds(seconds));
          assertEquals(Limit.LIMIT_TIME, result.getLimit());
          assertTrue(result.getLowerBound() > 0);
          return;
        } catch (TaquinException error) {
          assertEquals(Status.Code.DEADLINE_EXCEEDED, error.code());
        }
      }
      fail("no result before any deadline");
    }
  }

  @Test
  void aDeadlineEndsACallThatNobodyAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      TaquinException failure = failureOf("127.0.0.1:" + silent.getLocalPort(), EIGHT, Duration.ofMillis(200));
      assertEquals(Status.Code.DEADLINE_EXCEEDED, failure.code());
    }
  }

  @Test
  void noServerIsUnavailable() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = taken.getLocalPort();
    }
    assertEquals(Status.Code.UNAVAILABLE, failureOf("127.0.0.1:" + port, EIGHT, PATIENCE).code());
  }
}
