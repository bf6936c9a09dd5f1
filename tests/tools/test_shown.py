"""The commands that docs/clients.md shows, as they stand there but for the server's address."""

import re

import pytest

from conftest import TOP

PAGE = (TOP / "docs" / "clients.md").read_text()
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.replace("\\\n", "").splitlines()
]


def test_the_page_shows_commands():
    assert {command.split()[0] for command in COMMANDS} == {"grpcurl", "grpc-health-probe", "ghz", "buf"}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_page_shows_works(run, target, command):
    done = run("bash", "-c", command.replace("localhost:50051", target))
    assert done.returncode == 0, done.stderr
