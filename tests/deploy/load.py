"""Callers that keep a server busy, check every answer and count what failed."""

import asyncio
import dataclasses
import json
import re
import threading
from collections import Counter

import grpc

import boards
import processes
from taquin.v1 import solver_service_pb2_grpc

# What docs/scaling.md asks of every client: calls may be made again, for
# searching changes nothing.
(RETRIES,) = re.findall(r'`({"methodConfig": .*})`', (processes.TOP / "docs/scaling.md").read_text(encoding="utf-8"))
ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})


@dataclasses.dataclass
class Tally:
    answered: int = 0
    wrong: list = dataclasses.field(default_factory=list)
    errors: Counter = dataclasses.field(default_factory=Counter)

    def assert_clean(self):
        assert not self.wrong, self.wrong[:3]
        assert not self.errors, self.errors


class Load:
    """Callers in a thread of their own, for as long as the context lasts.

    `long_share`: of so many callers in a hundred, the searches take
    `milliseconds`; the others' take microseconds.
    """

    def __init__(self, target: str, callers: int = 12, long_share: int = 50,
                 milliseconds: int | None = 150, config: str | None = None, deadline: float = 60,
                 calls: int | None = None):
        self.target, self.callers, self.long_share = target, callers, long_share
        self.milliseconds, self.config, self.deadline = milliseconds, config, deadline
        self.calls = calls  # Of all callers together; None: until the context ends.
        self.tally = Tally()
        self._next = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    async def _caller(self, stub, is_long: bool):
        while not self._ended.is_set() and (self.calls is None or self._next < self.calls):
            index, self._next = self._next, self._next + 1
            request = (boards.long_request(index, self.milliseconds) if is_long
                       else boards.short_request(index))
            try:
                answer = await stub.SolveOnce(request, timeout=self.deadline)
            except grpc.aio.AioRpcError as error:
                self.tally.errors[f"{error.code().name}: {error.details()}"] += 1
                await asyncio.sleep(0.01)
                continue
            self.tally.answered += 1
            wrong = boards.fault(request, answer.result)
            if wrong:
                self.tally.wrong.append(wrong)

    async def _run(self):
        options = [("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1)]
        if self.config is not None:
            options.append(("grpc.service_config", self.config))
        async with grpc.aio.insecure_channel(self.target, options=options) as channel:
            stub = solver_service_pb2_grpc.SolverServiceStub(channel)
            await asyncio.gather(*(
                self._caller(stub, index * 100 < self.long_share * self.callers)
                for index in range(self.callers)))

    def wait_answers(self, more: int):
        """Until so many more calls have been answered."""
        wanted = self.tally.answered + more
        processes.wait_until(lambda: self.tally.answered >= wanted, f"{more} more answers; "
                             f"errors so far: {self.tally.errors}")

    def finish(self) -> Tally:
        """Waits for the calls that are left, where their number was given."""
        self._thread.join()
        return self.tally

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()
