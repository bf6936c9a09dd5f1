"""Calls of taquin.v1.SolverService."""

import contextlib
import dataclasses
import json
import pathlib
from collections.abc import Iterable, Iterator

import grpc
from taquin.v1 import solve_pb2, solver_service_pb2_grpc

from taquin_client.errors import TaquinError, error_of_call
from taquin_client.service_config import SERVICE_CONFIG

# A silent connection is probed, so that one that died is noticed. Servers allow a ping each 10 s.
_KEEPALIVE_MILLISECONDS = 60_000


@dataclasses.dataclass(frozen=True)
class TlsFiles:
    """PEM files. Without an authority, those of gRPC's own list are trusted."""

    authority: pathlib.Path | str | None = None
    certificate: pathlib.Path | str | None = None  # Of the client, where the server asks for one,
    key: pathlib.Path | str | None = None  # and its private key.

    def credentials(self) -> grpc.ChannelCredentials:
        def read(path):
            return None if path is None else pathlib.Path(path).read_bytes()

        return grpc.ssl_channel_credentials(read(self.authority), read(self.key), read(self.certificate))


class Search:
    """A running search: an iterator over its events, of which the last holds the result.

    As a context manager, it cancels the search when left early. Any thread may cancel().
    Iterating raises TaquinError; after cancel(), one whose code is CANCELLED.
    """

    def __init__(self, call):
        self._call = call

    def __iter__(self) -> Iterator[solve_pb2.SolveResponse]:
        return self

    def __next__(self) -> solve_pb2.SolveResponse:
        with _errors_of_calls():
            return next(self._call)

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_) -> None:
        self.cancel()

    def cancel(self) -> None:
        """Stops the search on the server too; does nothing once it has ended."""
        self._call.cancel()

    def result(self) -> solve_pb2.SolveResult:
        """Waits for the end, passing over what comes before."""
        for event in self:
            if event.WhichOneof("event") == "result":
                return event.result
        raise TaquinError(grpc.StatusCode.INTERNAL, "the stream ended without a result")


class Client:
    """A channel to one server, or to all that a target resolves to. Threads may share it.

    target: what gRPC takes, as in "localhost:50051", "dns:///taquin.example:443" or "unix:/run/taquin.sock".
    tls: plaintext without it, which taquind offers on loopback.
    token: sent with every call; wants tls, for a token in plaintext is a token given away.
    service_config: see taquin_client.service_config.
    """

    def __init__(
        self,
        target: str = "localhost:50051",
        *,
        tls: TlsFiles | None = None,
        token: str | None = None,
        service_config: dict = SERVICE_CONFIG,
    ):
        if token is not None and tls is None:
            raise ValueError("a token wants tls")
        options = [
            ("grpc.service_config", json.dumps(service_config)),
            ("grpc.keepalive_time_ms", _KEEPALIVE_MILLISECONDS),
        ]
        if tls is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            credentials = tls.credentials()
            if token is not None:
                credentials = grpc.composite_channel_credentials(
                    credentials, grpc.access_token_call_credentials(token)
                )
            self._channel = grpc.secure_channel(target, credentials, options)
        self._stub = solver_service_pb2_grpc.SolverServiceStub(self._channel)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Ends every call, and the connections."""
        self._channel.close()

    # A timeout, in seconds, is the call's deadline. The server bounds its search by it, less a margin, so
    # that the best path so far arrives in time: limits reached are results, not errors.

    def solve(self, request: solve_pb2.SolveRequest, *, timeout: float | None = None) -> Search:
        """Starts a search that reports while it runs."""
        return Search(self._stub.Solve(request, timeout=timeout))

    def solve_once(self, request: solve_pb2.SolveRequest, *, timeout: float | None = None) -> solve_pb2.SolveResult:
        """Searches, and waits for the result. Raises TaquinError."""
        with _errors_of_calls():
            return self._stub.SolveOnce(request, timeout=timeout).result

    def solve_batch(
        self, requests: Iterable[solve_pb2.SolveRequest], *, timeout: float | None = None
    ) -> Iterator[solve_pb2.SolveBatchResponse]:
        """Sends requests while it yields their answers, each with its request's id, as they get ready.

        A request that is wrong answers with an error, for error_of_status(); TaquinError is the whole call's.
        The requests are drawn in a thread of gRPC's. Leaving the iteration early cancels the call.
        """
        call = self._stub.SolveBatch(iter(requests), timeout=timeout)
        try:
            with _errors_of_calls():
                yield from call
        finally:
            call.cancel()


@contextlib.contextmanager
def _errors_of_calls():
    try:
        yield
    except grpc.RpcError as error:
        raise error_of_call(error) from error
