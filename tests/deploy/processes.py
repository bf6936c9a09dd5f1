"""Programs that a test runs: started, waited for, and ended with the test.

All of them listen on this machine's loopback only.
"""

import json
import pathlib
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
BIN = TOP / "build/release/bin"
PATIENCE_SECONDS = 60  # For events that take milliseconds on a machine with nothing else to do.


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def wait_until(condition, what: str, patience: float = PATIENCE_SECONDS):
    """Polls until the condition holds, and returns what it returned."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {patience} s: {what}"
        time.sleep(0.02)


def http(url: str, data: bytes | None = None, headers: dict[str, str] | None = None,
         method: str | None = None) -> tuple[int, dict[str, str], bytes]:
    """Status, headers in lower case and body, whatever the status."""
    request = urllib.request.Request(url, data=data, headers=headers or {}, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE_SECONDS) as response:
            return (response.status, {k.lower(): v for k, v in response.headers.items()},
                    response.read())
    except urllib.error.HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()


def fetch(url: str) -> str | None:
    """The body, or None while nobody answers with 200."""
    try:
        status, _, body = http(url)
    except (OSError, TimeoutError):
        return None
    return body.decode() if status == 200 else None


class Program:
    """A child process; a context that ends it."""

    def __init__(self, command: list, log: pathlib.Path):
        self.command = [str(part) for part in command]
        self.log = log
        self.process: subprocess.Popen | None = None

    def start(self):
        with open(self.log, "ab") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out,
                                            stdin=subprocess.DEVNULL)
        return self

    def is_up(self) -> bool:
        raise NotImplementedError

    def wait_up(self):
        wait_until(lambda: self.is_up() or self.process.poll() is not None,
                   f"{self.command[0]} is up")
        assert self.process.poll() is None, f"it ended: {self.log.read_text()[-2000:]}"
        return self

    def send(self, number: signal.Signals):
        self.process.send_signal(number)

    def wait_end(self) -> int:
        return self.process.wait(PATIENCE_SECONDS)

    def kill(self):
        """At once, as a machine that loses its power."""
        self.send(signal.SIGKILL)
        self.wait_end()

    def terminate(self) -> int:
        """Lets it drain, and returns its exit code."""
        self.send(signal.SIGTERM)
        return self.wait_end()

    def __enter__(self):
        return self.start().wait_up()

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.kill()


class Replica(Program):
    """A taquind on fixed ports, so that it can come back where it was."""

    def __init__(self, directory: pathlib.Path, name: str, tables: pathlib.Path, *flags: str,
                 tier: str = "startup", workers: int = 2):
        self.name = name
        self.port, self.metrics_port = free_ports(2)
        super().__init__(
            [BIN / "taquind", "--listen", f"127.0.0.1:{self.port}", "--metrics-port",
             self.metrics_port, "--table-dir", tables, "--tables", tier, "--workers", workers,
             "--drain-delay", "3s", "--log-level", "warning", *flags], directory / f"{name}.log")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def is_up(self) -> bool:
        return fetch(f"http://127.0.0.1:{self.metrics_port}/readyz") is not None

    def metrics(self) -> str:
        return fetch(f"http://127.0.0.1:{self.metrics_port}/metrics") or ""

    def started_calls(self) -> int:
        """Rpcs of the service that it has begun since it started."""
        return sum(int(float(line.rsplit(" ", 1)[1])) for line in self.metrics().splitlines()
                   if line.startswith("grpc_server_started_total{"))


class Envoy(Program):
    """Envoy with deploy/envoy/envoy.yaml, but for addresses (see envoy_config.py)."""

    def __init__(self, directory: pathlib.Path, program: pathlib.Path, config):
        self.config = config
        path = directory / "envoy.json"
        path.write_text(json.dumps(config.tree))
        super().__init__([program, "-c", path, "--concurrency", "2", "--disable-hot-restart",
                          "--log-level", "warning"], directory / "envoy.log")

    def is_up(self) -> bool:
        return (fetch(f"http://127.0.0.1:{self.config.admin}/ready") or "").strip() == "LIVE"

    def admin(self, path: str) -> str:
        return fetch(f"http://127.0.0.1:{self.config.admin}{path}") or ""

    def stat(self, name: str) -> int:
        """A counter or gauge; 0 before it is there."""
        found = json.loads(self.admin(f"/stats?format=json&filter=^{name}$") or '{"stats": []}')
        return sum(one.get("value", 0) for one in found["stats"])

    def healthy(self) -> set[int]:
        """Ports of the replicas that it sends calls to."""
        clusters = json.loads(self.admin("/clusters?format=json") or "{}")
        return {host["address"]["socket_address"]["port_value"]
                for cluster in clusters.get("cluster_statuses", [])
                if cluster["name"] == "taquind"
                for host in cluster.get("host_statuses", [])
                if host["health_status"] == {"eds_health_status": "HEALTHY"}}

    def wait_healthy(self, replicas):
        wanted = {replica.port for replica in replicas}
        wait_until(lambda: self.healthy() == wanted, f"healthy are {wanted}")
