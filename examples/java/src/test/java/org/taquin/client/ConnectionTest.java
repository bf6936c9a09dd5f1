package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.taquin.client.KnownBoards.EIGHT;
import static org.taquin.client.Taquind.PATIENCE;

import io.grpc.ChannelCredentials;
import io.grpc.EquivalentAddressGroup;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.taquin.v1.SolveOnceResponse;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolverServiceGrpc;

class ConnectionTest {
  @TempDir static Path directory;
  private static Taquind secure;

  /** Writes NAME.pem and NAME.key: an authority, or what one has signed for this machine. */
  private static void makeCertificate(String name, String issuer) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ("openssl req -x509 -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=%s"
                        + " -keyout %s.key -out %s.pem")
                    .formatted(name, name, name)
                    .split(" ")));
    if (issuer != null) {
      command.addAll(List.of("-CA", issuer + ".pem", "-CAkey", issuer + ".key"));
      command.addAll(List.of("-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=CA:FALSE"));
    }
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  /** A server that speaks TLS, wants certificates of its clients, and a token. */
  @BeforeAll
  static void startSecure() throws Exception {
    makeCertificate("authority", null);
    makeCertificate("stranger", null);
    makeCertificate("server", "authority");
    makeCertificate("client", "authority");
    byte[] digest = MessageDigest.getInstance("SHA-256").digest("open sesame".getBytes(StandardCharsets.UTF_8));
    Files.writeString(directory.resolve("tokens"), "alice " + HexFormat.of().formatHex(digest) + "\n");
    secure =
        new Taquind(
            "--tls-certificate", path("server.pem"),
            "--tls-key", path("server.key"),
            "--tls-client-ca", path("authority.pem"),
            "--tokens", path("tokens"));
  }

  @AfterAll
  static void stopSecure() {
    secure.close();
  }

  private static String path(String name) {
    return directory.resolve(name).toString();
  }

  private static ChannelCredentials tls(String trusted, String own) throws IOException {
    TlsChannelCredentials.Builder tls =
        TlsChannelCredentials.newBuilder().trustManager(directory.resolve(trusted + ".pem").toFile());
    if (own != null) {
      tls.keyManager(directory.resolve(own + ".pem").toFile(), directory.resolve(own + ".key").toFile());
    }
    return tls.build();
  }

  private static Status.Code codeOfCall(TaquinClient client) {
    try {
      client.solveOnce(EIGHT, PATIENCE);
      return Status.Code.OK;
    } catch (TaquinException error) {
      return error.code();
    }
  }

  @Test
  void tlsAndAToken() throws IOException {
    try (TaquinClient client =
        TaquinClient.connect(secure.target(), tls("authority", "client"), "open sesame")) {
      KnownBoards.assertOptimalPath(client.solveOnce(EIGHT, PATIENCE));
    }
    Taquind.waitFor("the server to log the call", () -> !secure.rpcs("SolveOnce", "OK").isEmpty());
    assertEquals("token:alice", secure.rpcs("SolveOnce", "OK").get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "authority, client, open barley, UNAUTHENTICATED",
    "authority, client, , UNAUTHENTICATED",
    "stranger, client, open sesame, UNAVAILABLE",
    "authority, , open sesame, UNAVAILABLE",
    "authority, stranger, open sesame, UNAVAILABLE",
  })
  void allThreeAreWanted(String trusted, String own, String token, Status.Code code) throws IOException {
    try (TaquinClient client =
        token == null
            ? TaquinClient.connect(secure.target(), tls(trusted, own))
            : TaquinClient.connect(secure.target(), tls(trusted, own), token)) {
      assertEquals(code, codeOfCall(client));
    }
  }

  @Test
  void aTokenNeverGoesInPlaintext() {
    try (Taquind server = new Taquind();
        TaquinClient client =
            TaquinClient.connect(server.target(), InsecureChannelCredentials.create(), "open sesame")) {
      TaquinException failure = assertThrows(TaquinException.class, () -> client.solveOnce(EIGHT, PATIENCE));
      assertTrue(failure.getMessage().contains("TLS"), failure.getMessage());
      assertTrue(server.rpcs("SolveOnce", "Unauthenticated").isEmpty());
    }
  }

  /** A server of gRPC's own, for what the real one does not do on demand. */
  private static final class StandIn extends SolverServiceGrpc.SolverServiceImplBase implements AutoCloseable {
    final AtomicInteger tries = new AtomicInteger();
    private final int failures;
    private final Status failure;
    private final Server server;

    StandIn(int failures, Status failure) throws IOException {
      this.failures = failures;
      this.failure = failure;
      server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create()).addService(this).build().start();
    }

    @Override
    public void solveOnce(SolveRequest request, StreamObserver<SolveOnceResponse> answer) {
      if (tries.incrementAndGet() <= failures) {
        answer.onError(failure.asRuntimeException());
        return;
      }
      answer.onNext(SolveOnceResponse.getDefaultInstance());
      answer.onCompleted();
    }

    @Override
    public void close() {
      server.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE, OK, 3", "INVALID_ARGUMENT, INVALID_ARGUMENT, 1"})
  void callsAreTriedAgainUnlessTheCallerMustMendThem(Status.Code failure, Status.Code code, int tries)
      throws IOException {
    try (StandIn server = new StandIn(2, failure.toStatus());
        TaquinClient client = TaquinClient.connect("localhost:" + server.server.getPort())) {
      assertEquals(code, codeOfCall(client));
      assertEquals(tries, server.tries.get());
    }
  }

  /** Resolves "servers:///PORT,PORT". */
  private static final class PortsResolver extends NameResolverProvider {
    @Override
    protected boolean isAvailable() {
      return true;
    }

    @Override
    protected int priority() {
      return 5;
    }

    @Override
    public String getDefaultScheme() {
      return "servers";
    }

    @Override
    public NameResolver newNameResolver(URI target, NameResolver.Args arguments) {
      List<EquivalentAddressGroup> addresses = new ArrayList<>();
      for (String port : target.getPath().substring(1).split(",")) {
        addresses.add(new EquivalentAddressGroup(new InetSocketAddress("127.0.0.1", Integer.parseInt(port))));
      }
      return new NameResolver() {
        @Override
        public String getServiceAuthority() {
          return "servers";
        }

        @Override
        public void start(Listener2 listener) {
          listener.onResult(ResolutionResult.newBuilder().setAddresses(addresses).build());
        }

        @Override
        public void shutdown() {}
      };
    }
  }

  @Test
  void callsGoRoundTheServersAndRoundOneThatDied() {
    PortsResolver resolver = new PortsResolver();
    NameResolverRegistry.getDefaultRegistry().register(resolver);
    try (Taquind first = new Taquind();
        Taquind second = new Taquind();
        TaquinClient client = TaquinClient.connect("servers:///" + first.port + "," + second.port)) {
      int calls = 0;
      while (first.rpcs("SolveOnce", "OK").isEmpty() || second.rpcs("SolveOnce", "OK").isEmpty()) {
        assertTrue(++calls < 1000, "one of the servers got no call"); // Until both connections stand, one gets all.
        assertEquals(Status.Code.OK, codeOfCall(client));
      }
      first.close();
      for (calls = 0; calls < 20; ++calls) {
        assertEquals(Status.Code.OK, codeOfCall(client));
      }
    } finally {
      NameResolverRegistry.getDefaultRegistry().deregister(resolver);
    }
  }
}
