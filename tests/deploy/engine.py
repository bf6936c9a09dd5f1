"""A Docker engine of the tests' own, and images that stand in for what cannot be pulled.

The engine has its own socket, data and state under one scratch directory, leaves
the machine's bridges, filters and forwarding alone, and is ended, and the directory
removed, with the context. So builds use the machine's own network.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import processes

COMPOSE = processes.TOP / "docker-compose.yml"
CACHE = processes.TOP / "build/deploy"
# As docker-compose.yml builds them.
TARGETS = {"taquin/taquind:0.1.0": "server", "taquin/taquin:0.1.0": "client",
           "taquin/envoy:0.1.0": "envoy"}
BUILD_SECONDS = 3600  # Everything is compiled, unless a compiler cache helps.
# Debian's own images of this name leave these out too.
NOT_IN_SLIM = ("usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale",
               "usr/share/groff", "usr/share/lintian", "var/cache/apt", "var/lib/apt/lists",
               "var/log")


def debian_root() -> pathlib.Path:
    """A minimal Debian 12 as a tar file; made once and kept in the build directory."""
    tar = CACHE / "bookworm-slim.tar"
    if not tar.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as root:
            subprocess.run(["debootstrap", "--variant=minbase", "bookworm", root], check=True,
                           stdout=subprocess.DEVNULL)
            for path in NOT_IN_SLIM:
                for child in pathlib.Path(root, path).glob("*"):
                    if child.is_dir() and not child.is_symlink():
                        shutil.rmtree(child)
                    else:
                        child.unlink()
            excluded = "".join(f"path-exclude /{path}/*\n" for path in NOT_IN_SLIM
                               if path.startswith("usr/"))
            pathlib.Path(root, "etc/dpkg/dpkg.cfg.d/slim").write_text(excluded)
            subprocess.run(["tar", "-C", root, "-cf", tar.with_suffix(".part"), "."], check=True)
        tar.with_suffix(".part").rename(tar)
    return tar


class Engine:
    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="taquin-docker-", dir="/var/tmp"))
        self.log = self.directory / "log"
        host = f"unix://{self.directory}/socket"
        self.environment = dict(os.environ, DOCKER_HOST=host, COMPOSE_PROJECT_NAME="taquin-test",
                                DOCKER_BUILDKIT="0", COMPOSE_DOCKER_CLI_BUILD="0",
                                DOCKER_CONFIG=str(self.directory / "client"))
        with open(self.log, "wb") as out:
            self.process = subprocess.Popen(
                ["dockerd", "--data-root", self.directory / "data", "--exec-root",
                 self.directory / "state", "--pidfile", self.directory / "pid", "--host", host,
                 "--group", "root", "--bridge=none", "--iptables=false", "--ip-forward=false",
                 "--ip-masq=false"],
                stdout=out, stderr=out, stdin=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        processes.wait_until(
            lambda: self.process.poll() is not None or self.docker("info", check=False)[0] == 0,
            "the Docker engine answers")
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        return self

    def __exit__(self, *_):
        left = self.docker("ps", "--all", "--quiet", check=False)[1].split()
        if left:
            self.docker("rm", "--force", "--volumes", *left, check=False)
        # Bridges of networks would outlive it.
        self.docker("network", "prune", "--force", check=False)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        for _ in range(50):  # Its mounts go a little later than it.
            with open("/proc/mounts", encoding="utf-8") as mounts:
                left = [line.split()[1] for line in mounts if str(self.directory) in line]
            for mount in reversed(left):
                subprocess.run(["umount", "-l", mount], check=False)
            if not left:
                break
            time.sleep(0.1)
        shutil.rmtree(self.directory)

    def run(self, *command, timeout: float = 300, check: bool = True,
            **environment: str) -> tuple[int, str]:
        """Exit code, and both streams as one text."""
        done = subprocess.run([str(part) for part in command], text=True, timeout=timeout,
                              env=dict(self.environment, **environment), cwd=processes.TOP,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL)
        assert not check or done.returncode == 0, f"{command}: {done.stdout[-4000:]}"
        return done.returncode, done.stdout

    def docker(self, *arguments, **options) -> tuple[int, str]:
        return self.run("docker", *arguments, **options)

    def compose(self, *arguments, **options) -> tuple[int, str]:
        return self.run("docker-compose", "-f", COMPOSE, *arguments, **options)

    def inspect(self, name: str) -> dict:
        return json.loads(self.docker("inspect", name)[1])[0]

    def build(self, directory: pathlib.Path, tag: str, dockerfile: str):
        (directory / "Dockerfile").write_text(dockerfile)
        self.docker("build", "--quiet", "--network", "host", "-t", tag, directory)

    def stand_in(self, envoy: pathlib.Path):
        """Images under the names of those that would be pulled, of the same programs."""
        self.docker("import", debian_root(), "debian:bookworm-slim")
        with tempfile.TemporaryDirectory(dir=self.directory) as name:
            directory = pathlib.Path(name)
            shutil.copy(envoy, directory / "envoy")
            self.build(directory, "envoyproxy/envoy:v1.39.3",
                       "FROM debian:bookworm-slim\nCOPY envoy /usr/local/bin/envoy\n")
        with tempfile.TemporaryDirectory(dir=self.directory) as name:
            # No package has it: what stands in for it only waits.
            self.build(pathlib.Path(name), "grafana/grafana:11.6.1",
                       'FROM debian:bookworm-slim\nCMD ["sleep", "infinity"]\n')
        with tempfile.TemporaryDirectory(dir=self.directory) as name:
            # As its own image: the same flags, user and directories.
            self.build(pathlib.Path(name), "prom/prometheus:v2.42.0", """\
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends prometheus \\
  && install -d -o nobody -g nogroup /prometheus
USER nobody
ENTRYPOINT ["prometheus"]
CMD ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]
""")

    def build_images(self):
        cache = processes.TOP / "build/ccache"
        found = subprocess.run(["ccache", "-k", "cache_dir"], text=True, capture_output=True)
        if found.returncode == 0 and pathlib.Path(found.stdout.strip()).is_dir():
            shutil.copytree(found.stdout.strip(), cache, dirs_exist_ok=True)
        try:
            # One after another: they share the stage that compiles.
            for tag, target in TARGETS.items():
                self.docker("build", "--network", "host", "-f", "deploy/Dockerfile", "--target",
                            target, "-t", tag, "--build-arg", "REVISION=tested", ".",
                            timeout=BUILD_SECONDS)
        finally:
            shutil.rmtree(cache, ignore_errors=True)
