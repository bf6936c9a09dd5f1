"""The commands of public tools that the pages show, as they stand there but for the server's address."""

import sys

import pytest

from conftest import TOP

sys.path.append(str(TOP / "tests" / "docs"))
import claims  # noqa: E402

COMMANDS = [command for block in claims.claimed(TOP, "tools") for command in claims.commands(block)]


def test_the_pages_show_each_tool():
    assert {command.split()[0] for command in COMMANDS} == {"grpcurl", "grpc-health-probe", "ghz", "buf"}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_page_shows_works(run, target, command):
    done = run("bash", "-c", command.replace("localhost:50051", target))
    assert done.returncode == 0, done.stderr
