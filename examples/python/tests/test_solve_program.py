import signal
import subprocess
import sys

from boards import UNSOLVED_FOR_MINUTES
from taquind import PATIENCE_SECONDS, wait_for

HARD = " ".join(str(tile) + (" /" if n % 5 == 4 else "") for n, tile in enumerate(UNSOLVED_FOR_MINUTES.tiles))
COMMAND = [sys.executable, "-m", "taquin_client.solve_program"]


def run(*arguments):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE_SECONDS)


def test_solves(server):
    done = run("--server", server.target, "1 2 3 / 4 5 6 / _ 7 8")
    assert (done.returncode, done.stdout) == (0, "optimal 2 moves\nRR\n")


def test_tells_every_fault(server):
    done = run("--server", server.target, "1 2 3 / 4 5 6 / 7 7 _")
    assert done.returncode == 2
    assert "INVALID_ARGUMENT" in done.stderr and "start.tiles" in done.stderr
    assert run("1 2 / 3").returncode == 2


def test_an_unsolvable_board(server):
    done = run("--server", server.target, "2 1 3 / 4 5 6 / 7 8 _")
    assert done.returncode == 1
    assert done.stdout.startswith("unsolvable")


def test_an_interrupt_stops_the_search(server):
    before = len(server.rpcs("Solve", "Canceled"))
    with subprocess.Popen(
        [*COMMAND, "--server", server.target, "--algorithm", "ida-star", HARD.rstrip(" /")],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert "at least" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE_SECONDS)
    assert program.returncode == 130
    wait_for(lambda: len(server.rpcs("Solve", "Canceled")) > before, "the server to end the search")
