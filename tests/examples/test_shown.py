"""The commands by which the pages install the example clients and solve a first board, as they stand there but for
the server's address.

Each example is installed from a copy of the checkout, to places of the test's own.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tests" / "docs"))
import claims  # noqa: E402
from shown_commands import Server  # noqa: E402

PATIENCE_SECONDS = 1800  # Only ends what hangs: registries may be slow.
ADDRESS = "localhost:50051"  # As the pages show it.
# What the tools of the languages leave beside the sources.
BUILT = shutil.ignore_patterns("node_modules", "target", "gen", "dist", "build", "*.egg-info")


@pytest.fixture(scope="session")
def server():
    with Server(TOP / "build/release/bin") as address:
        yield address


@pytest.fixture
def checkout(tmp_path):
    top = tmp_path / "checkout"
    for directory in ("proto", "examples"):
        shutil.copytree(TOP / directory, top / directory, ignore=BUILT)
    return top


def shown(name: str) -> str:
    (block,) = claims.claimed(TOP, name)
    return block.text


def run(commands: str, checkout: pathlib.Path, server: str, standard_input: str = "", **environment) -> str:
    """What the commands print, one shell's and each with its success."""
    done = subprocess.run(
        ["bash", "-ec", commands.replace(ADDRESS, server)], cwd=checkout, text=True, timeout=PATIENCE_SECONDS,
        input=standard_input.replace(ADDRESS, server), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def first_on_path(directory: pathlib.Path) -> str:
    return f"{directory}:{os.environ['PATH']}"


def test_python_readme(checkout, server, tmp_path):
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    printed = run(shown("python install"), checkout, server, PATH=first_on_path(environment / "bin"))
    assert "optimal 2 moves\nRR\n" in printed


def test_python_tutorial(checkout, server):
    """With the program that the page has for the interpreter that it starts."""
    (commands,) = claims.claimed(TOP, "python tutorial")
    (program,) = claims.claimed(TOP, "python of the tutorial")
    assert commands.page == program.page
    (says,) = re.findall(r"```python\n.*?```\n\nprints `(.*?)`", (TOP / program.page).read_text(), re.DOTALL)
    assert run(commands.text, checkout, server, program.text).splitlines()[-1] == says


def test_go_readme(checkout, server, tmp_path):
    programs = tmp_path / "bin"
    printed = run(shown("go install"), checkout, server, GOBIN=programs, PATH=first_on_path(programs))
    assert printed.endswith("optimal 2 moves\nRR\n")


def link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def test_java_readme(checkout, server, tmp_path):
    # What Maven has fetched before is there, and what it installs is not put there.
    repository, fetched = tmp_path / "repository", pathlib.Path.home() / ".m2/repository"
    if fetched.exists():
        shutil.copytree(fetched, repository, copy_function=link_or_copy, ignore=shutil.ignore_patterns("taquin*"))
    printed = run(shown("java install"), checkout, server, MAVEN_OPTS=f"-Dmaven.repo.local={repository}")
    assert "optimal 2 moves\nRR\n" in printed
    assert list(repository.glob("org/taquin/taquin-client/*/taquin-client-*.jar"))
