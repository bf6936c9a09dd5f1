package org.taquin.client;

import io.grpc.ChannelCredentials;
import io.grpc.CompositeChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.taquin.v1.SolveBatchResponse;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolveResult;
import org.taquin.v1.SolverServiceGrpc;

/**
 * A client of taquin.v1.SolverService: a channel to one server, or to all that a target resolves to. Threads may share
 * it.
 *
 * <p>A timeout is the call's deadline. The server bounds its search by it, less a margin, so that the best path so far
 * arrives in time: limits reached are results, not errors. Errors are {@link TaquinException}.
 */
public final class TaquinClient implements AutoCloseable {
  /**
   * How calls are spread over servers and tried again, in gRPC's own terms. Every address that the target resolves to
   * gets its share of the calls. A call that finds no server, or one that shuts down, is tried again elsewhere; gRPC does
   * so only until an answer has begun to arrive.
   */
  public static final Map<String, ?> SERVICE_CONFIG =
      Map.of(
          "loadBalancingConfig", List.of(Map.of("round_robin", Map.of())),
          "methodConfig",
              List.of(
                  Map.of(
                      "name", List.of(Map.of("service", SolverServiceGrpc.SERVICE_NAME)),
                      "retryPolicy",
                          Map.of(
                              "maxAttempts", 4.0,
                              "initialBackoff", "0.2s",
                              "maxBackoff", "5s",
                              "backoffMultiplier", 2.0,
                              // Some calls of a connection that breaks end with "UNKNOWN: channel closed" here, as grpc-java
                              // has it, and not with UNAVAILABLE. The service itself never answers UNKNOWN.
                              "retryableStatusCodes", List.of("UNAVAILABLE", "UNKNOWN")))),
          // No storm of tries when most calls fail.
          "retryThrottling", Map.of("maxTokens", 100.0, "tokenRatio", 0.1));

  // A silent connection is probed, so that one that died is noticed. Servers allow a ping each 10 s.
  private static final Duration KEEPALIVE = Duration.ofMinutes(1);

  private final ManagedChannel channel;

  private TaquinClient(ManagedChannel channel) {
    this.channel = channel;
  }

  /** Plaintext, as taquind offers on loopback; a target as in "localhost:50051". */
  public static TaquinClient connect(String target) {
    return connectWith(target, InsecureChannelCredentials.create());
  }

  /** TLS, by {@link io.grpc.TlsChannelCredentials}; a target as in "dns:///taquin.example:443". */
  public static TaquinClient connect(String target, ChannelCredentials tls) {
    return connectWith(target, tls);
  }

  /** TLS, and a bearer token with every call. Over plaintext, calls fail before they are sent. */
  public static TaquinClient connect(String target, ChannelCredentials tls, String token) {
    return connectWith(target, CompositeChannelCredentials.create(tls, new BearerToken(token)));
  }

  private static TaquinClient connectWith(String target, ChannelCredentials credentials) {
    return new TaquinClient(
        Grpc.newChannelBuilder(target, credentials)
            .defaultServiceConfig(SERVICE_CONFIG)
            .keepAliveTime(KEEPALIVE.toSeconds(), TimeUnit.SECONDS)
            .build());
  }

  /** Searches, and waits for the result. */
  public SolveResult solveOnce(SolveRequest request, Duration timeout) {
    try {
      return within(timeout, SolverServiceGrpc.newBlockingStub(channel)).solveOnce(request).getResult();
    } catch (StatusRuntimeException error) {
      throw TaquinException.of(error);
    }
  }

  /** Starts a search that reports while it runs. */
  public Search solve(SolveRequest request, Duration timeout) {
    return new Search(() -> within(timeout, SolverServiceGrpc.newBlockingStub(channel)).solve(request));
  }

  /**
   * Sends requests, and hands over their answers, each with its request's id, as they get ready. A request that is wrong
   * answers with an error, for {@link TaquinException#of(com.google.rpc.Status)}.
   *
   * @param requests drawn as the server takes them; in a thread of gRPC's, so it must not wait
   * @param answers called in a thread of gRPC's, never twice at once; what it throws ends the call
   * @return done when everything is answered; cancelling it, or completing it early with an error, ends the call
   */
  public CompletableFuture<Void> solveBatch(
      Iterator<SolveRequest> requests, Consumer<SolveBatchResponse> answers, Duration timeout) {
    BatchCall call = new BatchCall(requests, answers);
    within(timeout, SolverServiceGrpc.newStub(channel)).solveBatch(call);
    return call.done;
  }

  /** Ends every call, and the connections. */
  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static <S extends AbstractStub<S>> S within(Duration timeout, S stub) {
    return stub.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }
}
