"""The built server, and the public tools that ./run has installed and put on the PATH."""

import os
import pathlib
import subprocess
import time

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 180  # Only ends what hangs.


@pytest.fixture(scope="session")
def target(tmp_path_factory):
    directory = tmp_path_factory.mktemp("server")
    port_file = directory / "port"
    program = os.environ.get("TAQUIN_SERVER_PROGRAM", str(TOP / "build" / "release" / "bin" / "taquind"))
    with (directory / "log").open("wb") as log:
        server = subprocess.Popen(
            [program, "--port", "0", "--port-file", port_file, "--tables", "none"],
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not port_file.exists():
            assert server.poll() is None and time.monotonic() < end, (directory / "log").read_text()
            time.sleep(0.02)
        yield "localhost:" + port_file.read_text().strip()
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def run():
    """Runs a command from the top; gives what it printed and its exit code."""

    def run_command(*command, **options):
        options = {"cwd": TOP, "capture_output": True, "text": True, "timeout": PATIENCE_SECONDS, **options}
        return subprocess.run([str(each) for each in command], **options)

    return run_command
