"""What 1, 2 and 3 replicas behind Envoy get done, each held to a fixed share of a core.

Replicas are pinned to the first core of this machine and held to their share by
a control group; Envoy and the callers have the other cores, so that they are not
what is measured. As root, for control groups are.

usage: scaling.py [--json FILE] [--seconds N] [--share S]
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import conftest  # noqa: E402

conftest.pytest_configure()
import envoy  # noqa: E402
import grpc  # noqa: E402

import envoy_config  # noqa: E402
import processes  # noqa: E402
from taquin.v1 import board_pb2, solve_pb2, solver_service_pb2_grpc  # noqa: E402

MOST_REPLICAS = 3
PERIOD_MICROSECONDS = 20_000
LOADS = (0.5, 0.7, 0.85)  # Of what the replicas can do, for the waits.
BOARDS = random.Random(15)


class ControlGroup:
    """Holds processes to a share of a core."""

    def __init__(self, name: str, share: float):
        quota = int(share * PERIOD_MICROSECONDS)
        unified = pathlib.Path("/sys/fs/cgroup/cgroup.controllers").exists()
        self.path = pathlib.Path("/sys/fs/cgroup", "" if unified else "cpu", f"taquin-{name}")
        self.path.mkdir(exist_ok=True)
        if unified:
            (self.path / "cpu.max").write_text(f"{quota} {PERIOD_MICROSECONDS}")
        else:
            (self.path / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
            (self.path / "cpu.cfs_quota_us").write_text(str(quota))

    def take(self, process: int):
        (self.path / "cgroup.procs").write_text(str(process))

    def remove(self):
        self.path.rmdir()


def solvable(cells: list[int], columns: int) -> bool:
    inversions = sum(1 for i, a in enumerate(cells) for b in cells[i + 1:] if a and b and a > b)
    rows_below = len(cells) // columns - 1 - cells.index(0) // columns
    return (inversions + (rows_below if columns % 2 == 0 else 0)) % 2 == 0


def random_board(side: int) -> list[int]:
    while True:
        cells = list(range(side * side))
        BOARDS.shuffle(cells)
        if solvable(cells, side):
            return cells


def request(cells: list[int], side: int) -> solve_pb2.SolveRequest:
    return solve_pb2.SolveRequest(
        start=board_pb2.Board(rows=side, columns=side, tiles=cells))


def shared_queue_response(service: float, servers: int, load: float) -> float:
    """Mean response of M/M/c (A. Erlang, 1917): one queue for all, so no server idles."""
    offered = servers * load
    terms = [1.0]
    for index in range(1, servers + 1):
        terms.append(terms[-1] * offered / index)
    waiting = terms[-1] / (1 - load)
    waits = waiting / (sum(terms[:-1]) + waiting)
    return service * (1 + waits / (servers * (1 - load)))


class Measurement:
    def __init__(self, target: str, seconds: float):
        self.target, self.seconds = target, seconds
        self.fifteen = [request(random_board(4), 4) for _ in range(400)]
        self.eight = "\n".join(" ".join(map(str, random_board(3))) for _ in range(400_000))

    async def _call(self, stub, index: int):
        answer = await stub.SolveOnce(self.fifteen[index % len(self.fifteen)], timeout=300)
        assert answer.result.outcome == solve_pb2.OUTCOME_OPTIMAL

    def _run(self, work):
        async def run():
            async with grpc.aio.insecure_channel(
                    self.target, options=[("grpc.enable_http_proxy", 0)]) as channel:
                return await work(solver_service_pb2_grpc.SolverServiceStub(channel))
        return asyncio.run(run())

    def fifteen_throughput(self, callers: int = 24) -> float:
        """Boards a second with that many always under way."""
        async def work(stub):
            done, end = 0, time.monotonic() + self.seconds

            async def caller(index: int):
                nonlocal done
                while time.monotonic() < end:
                    await self._call(stub, index)
                    index += callers
                    done += time.monotonic() < end
            await asyncio.gather(*map(caller, range(callers)))
            return done / self.seconds
        return self._run(work)

    def fifteen_response(self, rate: float) -> float:
        """Mean seconds from when a call was to begin to its answer; arrivals are Poisson's."""
        async def work(stub):
            took, tasks, due = [], [], time.monotonic()

            async def call(index: int, begin: float):
                await self._call(stub, index)
                took.append(time.monotonic() - begin)
            end, index = due + self.seconds, 0
            while due < end:
                due += BOARDS.expovariate(rate)
                await asyncio.sleep(max(0, due - time.monotonic()))
                tasks.append(asyncio.create_task(call(index, due)))
                index += 1
            await asyncio.gather(*tasks)
            return statistics.mean(took)
        return self._run(work)

    def eight_throughput(self) -> float:
        """Boards a second by the command-line client, which costs less than Python."""
        begin = time.monotonic()
        with subprocess.Popen(
                [processes.BIN / "taquin", "batch", "--server", self.target, "--csv",
                 "--concurrency", "64", "--as-ready", "-"], text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as client:
            feeder = threading.Thread(target=self._feed, args=(client.stdin,))
            feeder.start()
            answers = 0
            for line in client.stdout:
                if "optimal" in line:
                    answers += 1
                if time.monotonic() - begin > self.seconds:
                    break
            took = time.monotonic() - begin
            client.kill()
            feeder.join()
        return answers / took

    def _feed(self, pipe):
        with contextlib.suppress(BrokenPipeError):
            pipe.write(self.eight + "\n")
            pipe.close()


def figures(seconds: float, share: float, directory: pathlib.Path) -> list[dict]:
    found = []

    def add(name: str, value: float, unit: str, note: str = ""):
        found.append({"name": name, "value": value, "unit": unit, "target": None, "met": None,
                      "note": note})
        print(f"{name:55} {value:12.5g} {unit:10} {note}", flush=True)

    tables = directory / "tables"
    subprocess.run([processes.BIN / "taquind", "build-tables", "--tier", "default", "--table-dir",
                    tables], check=True, capture_output=True)
    program = pathlib.Path(envoy.__file__).parent / "_bin/envoy"
    cores = sorted(os.sched_getaffinity(0))
    assert len(cores) > 1, "needs a core beside that of the replicas"
    # Children inherit it: Envoy, and the callers in this process.
    os.sched_setaffinity(0, cores[1:])
    with contextlib.ExitStack() as stack:
        replicas = []
        for index in range(MOST_REPLICAS):
            group = ControlGroup(f"scaling-{index}", share)
            stack.callback(group.remove)
            # One worker: no more than a core's share is there.
            replica = processes.Replica(directory, f"replica-{index}", tables, tier="default",
                                        workers=1)
            stack.enter_context(replica)
            for thread in os.listdir(f"/proc/{replica.process.pid}/task"):
                os.sched_setaffinity(int(thread), cores[:1])
            group.take(replica.process.pid)
            replicas.append(replica)
        base: dict[str, float] = {}
        capacity = 0.0
        for count in range(1, MOST_REPLICAS + 1):
            where = directory / f"envoy-{count}"
            where.mkdir()
            config = envoy_config.Config(
                [("127.0.0.1", one.port) for one in replicas[:count]], conftest.GENERATED
                / "taquin.pb")
            with processes.Envoy(where, program, config) as running:
                running.wait_healthy(replicas[:count])
                measure = Measurement(f"127.0.0.1:{config.grpc}", seconds)
                for name, value in (("15-puzzle, SolveOnce", measure.fifteen_throughput()),
                                    ("8-puzzle, taquin batch", measure.eight_throughput())):
                    base.setdefault(name, value)
                    add(f"{name}, {count} x {share} core", value, "boards/s",
                        f"{value / base[name]:.2f} of one replica's")
                    if name.startswith("15"):
                        capacity = value
                if count == MOST_REPLICAS:
                    service = count / capacity
                    add("15-puzzle, service time S of a replica", service * 1000, "ms",
                        "replicas / throughput")
                    for load in LOADS:
                        best = shared_queue_response(service, count, load)
                        worst = service / (1 - load)  # M/G/1 with shared processors.
                        value = measure.fifteen_response(load * capacity)
                        add(f"15-puzzle, mean response at load {load}", value * 1000, "ms",
                            f"model: {best * 1000:.3g} ms, if balancing were perfect, to "
                            f"{worst * 1000:.3g} ms, if by chance")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--share", type=float, default=0.1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        found = figures(options.seconds, options.share, pathlib.Path(directory))
    if options.json:
        options.json.write_text(json.dumps(found))
    conftest.pytest_unconfigure()


if __name__ == "__main__":
    main()
