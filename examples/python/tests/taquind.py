"""The real server, started for a test."""

import contextlib
import json
import os
import pathlib
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent import futures

import grpc

TOP = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("TAQUIN_SERVER_PROGRAM", str(TOP / "build" / "release" / "bin" / "taquind"))
PATIENCE_SECONDS = 180  # Only ends what hangs.


def wait_for(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


class Taquind:
    def __init__(self, directory: pathlib.Path, *flags: str):
        directory.mkdir(parents=True, exist_ok=True)
        self._log = directory / "log"
        port_file = directory / "port"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--port", "0", "--port-file", port_file, "--tables", "none", *flags],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        try:
            wait_for(lambda: self.process.poll() is not None or port_file.exists(), "the server's port")
            assert self.process.poll() is None, self._log.read_text()
        except BaseException:
            self.stop()
            raise
        self.port = int(port_file.read_text())

    @property
    def target(self) -> str:
        return f"localhost:{self.port}"

    def rpcs(self, method: str, code: str) -> list[dict]:
        """The calls of this method that ended with this code, as the server names it in its log."""
        whole_lines = self._log.read_text().rpartition("\n")[0].splitlines()
        events = [json.loads(line) for line in whole_lines]
        return [e for e in events if e["event"] == "rpc" and e["method"] == method and e["code"] == code]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def running(directory: pathlib.Path, *flags: str) -> Iterator[Taquind]:
    server = Taquind(directory, *flags)
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def stand_in(**methods: Callable) -> Iterator[str]:
    """A server of gRPC's own with these methods, from (request bytes, context) to response bytes; gives its target."""
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=2))
    handlers = {name: grpc.unary_unary_rpc_method_handler(method) for name, method in methods.items()}
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("taquin.v1.SolverService", handlers)])
    port = server.add_insecure_port("localhost:0")
    server.start()
    try:
        yield f"localhost:{port}"
    finally:
        server.stop(None).wait()
