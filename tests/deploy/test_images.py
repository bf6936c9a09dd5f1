"""The images and docker-compose.yml on a Docker engine that the tests start.

Where images cannot be pulled, Debian's own tools make the base, and Envoy and
Prometheus are the same programs from their packages, under the same names.
Grafana has no package: what Compose makes of it is seen here, with an image that
only waits, and its dashboards are checked in test_monitoring.py.
"""

import json
import re
import shlex
import urllib.parse

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

import claims
import engine as engines
import load
import processes

pytestmark = pytest.mark.docker

MAX_IMAGE_BYTES = 120_000_000
REPLICAS = 3
IMAGES = {"taquin/taquind:0.1.0": "taquind", "taquin/taquin:0.1.0": "taquin"}
# The commands that the pages show, by what tells each from the others.
SHOWN = {part: [command for block in claims.claimed(processes.TOP, "compose") for command in claims.commands(block)
                if part in command] for part in ("up --build", "run --rm client", "--scale taquind=", "--profile ")}


@pytest.fixture(scope="module")
def engine(envoy_program):
    with engines.Engine() as running:
        running.stand_in(envoy_program)
        running.build_images()
        yield running


def shown(part: str) -> list[str]:
    """What follows `docker compose`, which Debian calls docker-compose, in the command with that part."""
    (command,) = SHOWN[part]
    return shlex.split(command)[2:]


def in_background(words: list[str]) -> list[str]:
    """The images have been built already: Compose would ask for a network that this engine has not."""
    return [*(word for word in words if word != "--build"), "-d", "--no-build"]


class Fleet:
    """The compose file, up, on ports of this machine's loopback that are free."""

    def __init__(self, engine: engines.Engine):
        self.engine = engine
        self.grpc, self.web, self.prometheus = processes.free_ports(3)
        self.environment = {"TAQUIN_PORT": str(self.grpc), "TAQUIN_WEB_PORT": str(self.web),
                            "TAQUIN_PROMETHEUS_PORT": str(self.prometheus),
                            "TAQUIN_TABLES": "startup"}

    def compose(self, *arguments, **options) -> tuple[int, str]:
        return self.engine.compose(*arguments, **options, **self.environment)

    def containers(self, service: str) -> list[str]:
        return sorted(self.compose("ps", "-q", service)[1].split())

    def query(self, expression: str) -> list[dict]:
        text = processes.fetch(f"http://127.0.0.1:{self.prometheus}/api/v1/query?"
                               + urllib.parse.urlencode({"query": expression}))
        return json.loads(text)["data"]["result"] if text else []

    def value(self, expression: str) -> float | None:
        result = self.query(expression)
        return float(result[0]["value"][1]) if result else None

    def envoy_stats(self) -> str:
        """Seen from inside, as the metrics port is not published."""
        return self.engine.docker(
            "exec", self.containers("envoy")[0], "bash", "-c",
            "exec 3<>/dev/tcp/127.0.0.1/9902 && "
            "printf 'GET /stats/prometheus HTTP/1.1\\r\\nHost: envoy\\r\\nConnection: close\\r\\n"
            "\\r\\n' >&3 && cat <&3", check=False)[1]

    def healthy(self) -> int:
        found = re.search(r'^envoy_cluster_membership_healthy\{envoy_cluster_name="taquind"\} (\d+)',
                          self.envoy_stats(), re.M)
        return int(found.group(1)) if found else 0

    def wait_healthy(self, count: int = REPLICAS):
        processes.wait_until(lambda: self.healthy() == count, f"{count} replicas are healthy", 120)

    def calls_by_replica(self) -> dict[str, float]:
        return {one["metric"]["instance"]: float(one["value"][1])
                for one in self.query("sum by (instance) (grpc_server_started_total)")}


@pytest.fixture(scope="module")
def fleet(engine):
    running = Fleet(engine)
    try:
        running.compose(*in_background(shown("up --build")))
        running.wait_healthy()
        yield running
    finally:
        print(running.compose("logs", "--no-color", "--tail=20", check=False)[1])
        running.compose("down", "--volumes", "--timeout", "1", check=False)


def load_on(fleet: Fleet, **options) -> load.Load:
    return load.Load(f"127.0.0.1:{fleet.grpc}", **{"callers": 8, "milliseconds": 100, **options})


def inside(engine: engines.Engine, image: str, program: str, *arguments: str) -> str:
    """What a program of the image prints."""
    return engine.docker("run", "--rm", "--network", "none", "--entrypoint", program, image,
                         *arguments)[1]


# The images.

@pytest.mark.parametrize("image", IMAGES)
def test_an_image_is_small_and_runs_as_nobody_in_particular(engine, image):
    details = engine.inspect(image)
    assert details["Size"] < MAX_IMAGE_BYTES, details["Size"]
    assert details["Config"]["User"] == "10001:10001"
    labels = details["Config"]["Labels"]
    for label in ("title", "description", "version", "source", "documentation"):
        assert labels[f"org.opencontainers.image.{label}"]
    assert labels["org.opencontainers.image.revision"] == "tested"


@pytest.mark.parametrize("image", IMAGES)
def test_an_image_has_no_compiler_and_no_build_package(engine, image):
    packages = inside(engine, image, "dpkg-query", "-W", "-f", "${Package}\\n").split()
    assert not [name for name in packages
                if re.match(r"gcc-\d+$|g\+\+|binutils|cmake|ninja|ccache|.*-dev$|protobuf-compiler",
                            name)]
    found = inside(engine, image, "sh", "-c",
                   "command -v cc gcc g++ ld as make python3 curl wget || true")
    assert not found.strip()


@pytest.mark.parametrize("image", IMAGES)
def test_an_image_says_what_it_holds(engine, image):
    program = IMAGES[image]
    text = inside(engine, image, "cat", "/usr/share/doc/taquin/sbom.cdx.json")
    assert JsonStrictValidator(SchemaVersion.V1_5).validate_str(text) is None
    bill = json.loads(text)
    assert bill["metadata"]["component"]["name"] == program
    installed = inside(engine, image, "dpkg-query", "-W", "-f",
                       "${Package} ${Version}\\n").splitlines()
    assert sorted(f"{one['name']} {one['version']}" for one in bill["components"]) == \
        sorted(installed)
    checksum = inside(engine, image, "sha256sum", f"/usr/local/bin/{program}").split()[0]
    assert bill["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": checksum}]


# The fleet.

def test_every_command_that_is_shown_is_run_here():
    every = [command for block in claims.claimed(processes.TOP, "compose") for command in claims.commands(block)]
    assert sorted(every) == sorted(command for commands in SHOWN.values() for command in commands)


def test_the_profile_shown_brings_the_dashboards(fleet):
    assert not fleet.containers("grafana")
    words = shown("--profile ")
    fleet.compose(*in_background(words))
    (container,) = fleet.containers("grafana")
    assert fleet.engine.inspect(container)["State"]["Running"]
    assert fleet.engine.docker("exec", container, "ls", "/var/lib/grafana/dashboards")[1].split() == ["taquin.json"]
    fleet.compose(*words[:-1], "rm", "--force", "--stop", "grafana")
    fleet.wait_healthy()


def test_containers_may_write_nowhere_and_have_no_privileges(fleet):
    for service in ("taquind", "envoy", "prometheus"):
        for container in fleet.containers(service):
            host = fleet.engine.inspect(container)["HostConfig"]
            assert host["ReadonlyRootfs"] and host["CapDrop"] == ["ALL"]
            assert "no-new-privileges:true" in host["SecurityOpt"]
            assert host["Memory"] > 0 and host["PidsLimit"] == 512
            assert host["RestartPolicy"]["Name"] == "unless-stopped"
    container = fleet.containers("taquind")[0]
    for path in ("/x", "/tmp/x", "/tables/x"):
        assert fleet.engine.docker("exec", container, "touch", path, check=False)[0] != 0
    assert fleet.engine.docker("exec", container, "id", "-u")[1].strip() == "10001"


def test_health_is_seen_by_docker(fleet):
    for service in ("taquind", "envoy"):
        for container in fleet.containers(service):
            processes.wait_until(
                lambda c=container: fleet.engine.inspect(c)["State"]["Health"]["Status"]
                == "healthy", f"{service} is healthy")


def test_replicas_read_the_tables_that_were_built_once(fleet):
    assert len(fleet.containers("taquind")) == REPLICAS
    state = fleet.engine.inspect(fleet.containers("tables")[0])["State"]
    assert state["Status"] == "exited" and state["ExitCode"] == 0
    for container in fleet.containers("taquind"):
        listed = fleet.engine.docker("exec", container, "ls", "/tables")[1]
        assert listed.split() == ["4x4-blank0-6-6-3.tables"]


def test_the_client_solves_a_board(fleet):
    _, printed = fleet.compose(*shown("run --rm client"))
    assert "optimal: 19 moves" in printed


def test_metrics_arrive_in_prometheus_and_calls_spread_evenly(fleet):
    with load_on(fleet, callers=4, long_share=0, calls=4500) as running:
        tally = running.finish()
    tally.assert_clean()
    processes.wait_until(
        lambda: sum(fleet.calls_by_replica().values()) >= tally.answered, "all calls are counted")
    counts = sorted(fleet.calls_by_replica().values())
    assert len(counts) == REPLICAS
    even = sum(counts) / REPLICAS
    assert all(abs(count - even) <= 0.1 * even for count in counts), counts
    processes.wait_until(lambda: fleet.value("sum(up)") == REPLICAS + 2, "all targets are up")
    assert fleet.value('envoy_cluster_membership_healthy{envoy_cluster_name="taquind"}') == REPLICAS


def test_json_and_web_pages_have_a_port(fleet):
    status, _, body = processes.http(f"http://127.0.0.1:{fleet.web}/v1/capabilities")
    assert status == 200 and json.loads(body)["algorithms"]


def test_a_killed_replica_costs_no_call(fleet):
    container = fleet.containers("taquind")[0]
    with load_on(fleet) as running:
        running.wait_answers(50)
        fleet.engine.docker("kill", container)
        fleet.wait_healthy(REPLICAS - 1)
        running.wait_answers(50)
        fleet.engine.docker("start", container)
        fleet.wait_healthy()
        running.wait_answers(50)
    running.tally.assert_clean()


def test_a_rolling_restart_fails_no_call(fleet):
    with load_on(fleet) as running:
        running.wait_answers(50)
        for container in fleet.containers("taquind"):
            fleet.engine.docker("restart", "--time", "40", container)
            fleet.wait_healthy()
            running.wait_answers(50)
    running.tally.assert_clean()
    for container in fleet.containers("taquind"):
        assert fleet.engine.inspect(container)["State"]["OOMKilled"] is False


def test_a_replica_that_hangs_is_taken_out(fleet):
    container = fleet.containers("taquind")[0]
    with load_on(fleet) as running:
        running.wait_answers(50)
        fleet.engine.docker("pause", container)
        try:
            fleet.wait_healthy(REPLICAS - 1)
            running.wait_answers(50)
        finally:
            fleet.engine.docker("unpause", container)
        fleet.wait_healthy()
        running.wait_answers(50)
    running.tally.assert_clean()


def test_more_replicas_are_found_and_fewer_forgotten(fleet):
    words = shown("--scale taquind=")
    fleet.compose(*in_background(words))
    more = int(words[-1].removeprefix("taquind="))
    assert more > REPLICAS
    fleet.wait_healthy(more)
    with load_on(fleet) as running:
        running.wait_answers(50)
        fleet.compose("up", "-d", "--no-build", "--scale", f"taquind={REPLICAS}")
        fleet.wait_healthy()
        running.wait_answers(50)
    running.tally.assert_clean()


def test_clients_outlive_a_restart_of_envoy(fleet):
    with load_on(fleet, config=load.RETRIES) as running:
        running.wait_answers(50)
        fleet.engine.docker("restart", "--time", "5", fleet.containers("envoy")[0])
        fleet.wait_healthy()
        running.wait_answers(100)
    running.tally.assert_clean()
