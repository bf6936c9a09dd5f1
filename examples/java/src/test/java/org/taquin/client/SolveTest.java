package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.taquin.client.KnownBoards.EIGHT;
import static org.taquin.client.KnownBoards.ENDLESS;
import static org.taquin.client.KnownBoards.assertOptimalPath;
import static org.taquin.client.Taquind.PATIENCE;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.taquin.v1.Outcome;
import org.taquin.v1.SolveBatchResponse;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolveResponse;
import org.taquin.v1.SolveResult;

class SolveTest {
  private final Taquind server = new Taquind();
  private final TaquinClient client = TaquinClient.connect(server.target());

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void solvesOnce() {
    assertOptimalPath(client.solveOnce(EIGHT, PATIENCE));
  }

  @Test
  void anUnreachableGoalIsAResult() {
    SolveResult result = client.solveOnce(KnownBoards.request("2 1 3/4 5 6/7 8 0").build(), PATIENCE);
    assertEquals(Outcome.OUTCOME_UNSOLVABLE, result.getOutcome());
    assertFalse(result.hasLength());
    assertFalse(result.getDetail().isEmpty());
  }

  @Test
  void aStreamEndsWithItsResult() {
    List<SolveResponse> events = new ArrayList<>();
    try (Search search = client.solve(EIGHT.toBuilder().setId("mine").build(), PATIENCE)) {
      search.forEachRemaining(events::add);
    }
    SolveResponse last = events.remove(events.size() - 1);
    assertEquals("mine", last.getResult().getId());
    assertOptimalPath(last.getResult());
    assertTrue(events.stream().noneMatch(SolveResponse::hasResult));
  }

  @Test
  void progressComesWhileItSearchesAndCancelStopsIt() {
    List<Long> counts = new ArrayList<>();
    Search search = client.solve(ENDLESS, PATIENCE);
    TaquinException failure =
        assertThrows(
            TaquinException.class,
            () ->
                search.forEachRemaining(
                    event -> {
                      if (event.hasProgress()) {
                        counts.add(event.getProgress().getExpandedCount());
                        assertTrue(event.getProgress().getLowerBound() > 0);
                      }
                      if (counts.size() == 3) {
                        search.cancel();
                      }
                    }));
    assertEquals(Status.Code.CANCELLED, failure.code());
    assertEquals(counts.stream().sorted().toList(), counts);
    server.waitForCancelled("Solve", 1);
  }

  @Test
  void anotherThreadMayCancel() throws InterruptedException {
    Search search = client.solve(ENDLESS, PATIENCE);
    search.next();
    Thread canceller = new Thread(search::cancel);
    canceller.start();
    assertEquals(Status.Code.CANCELLED, assertThrows(TaquinException.class, search::result).code());
    canceller.join();
  }

  @Test
  void closingCancels() {
    try (Search search = client.solve(ENDLESS, PATIENCE)) {
      assertTrue(search.hasNext());
    }
    server.waitForCancelled("Solve", 1);
  }

  @Test
  void aBatchAnswersEachRequestByItsId() throws Exception {
    List<SolveRequest> requests = new ArrayList<>();
    for (int n = 0; n < 100; ++n) {
      requests.add(EIGHT.toBuilder().setId("eight-" + n).build());
    }
    requests.add(50, SolveRequest.newBuilder().setId("no board").build());
    Map<String, SolveBatchResponse> answers = new HashMap<>();
    client.solveBatch(requests.iterator(), answer -> answers.put(answer.getId(), answer), PATIENCE).get();
    assertEquals(requests.size(), answers.size());
    TaquinException error = TaquinException.of(answers.remove("no board").getError());
    assertEquals(Status.Code.INVALID_ARGUMENT, error.code());
    assertEquals(List.of("start"), error.violations().stream().map(TaquinException.Violation::field).toList());
    answers.values().forEach(answer -> assertOptimalPath(answer.getResult()));
  }

  @Test
  void cancellingABatchStopsItsSearches() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CompletableFuture<Void> batch =
        client.solveBatch(List.of(EIGHT, ENDLESS).iterator(), answer -> answered.countDown(), PATIENCE);
    assertTrue(answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    batch.cancel(false);
    server.waitForCancelled("SolveBatch", 1);
  }

  @Test
  void whatTheCallersCodeThrowsEndsTheBatch() {
    IllegalStateException enough = new IllegalStateException("enough");
    CompletableFuture<Void> batch =
        client.solveBatch(
            List.of(EIGHT, ENDLESS).iterator(),
            answer -> {
              throw enough;
            },
            PATIENCE);
    assertSame(enough, assertThrows(ExecutionException.class, batch::get).getCause());
    server.waitForCancelled("SolveBatch", 1);
  }
}
