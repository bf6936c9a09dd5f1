import socket

import grpc
import pytest
from boards import EIGHT, endless_request
from taquin.v1 import board_pb2, solve_pb2
from taquin_client import Client, TaquinError
from taquind import PATIENCE_SECONDS, running


def test_every_bad_field_is_named(client):
    request = solve_pb2.SolveRequest(
        start=board_pb2.Board(rows=2, columns=2, tiles=[1, 1, 2, 0]), target_gap=7, threads=-1
    )
    with pytest.raises(TaquinError) as failure:
        client.solve_once(request)
    assert failure.value.code is grpc.StatusCode.INVALID_ARGUMENT
    fields = {violation.field.partition(".")[0]: violation.description for violation in failure.value.violations}
    assert set(fields) == {"start", "target_gap", "threads"}
    assert all(fields.values())
    assert failure.value.retry_after is None


def test_a_stream_decodes_its_errors_too(client):
    with pytest.raises(TaquinError) as failure, client.solve(solve_pb2.SolveRequest()) as search:
        search.result()
    assert [violation.field for violation in failure.value.violations] == ["start"]


def test_a_refusal_says_when_to_try_again(tmp_path):
    # One search runs, one waits, and a third is refused.
    flags = ("--max-active", "1", "--max-queued", "1")
    with running(tmp_path, *flags) as server, Client(server.target) as client:
        with client.solve(endless_request()) as first:
            while next(first).WhichOneof("event") != "progress":
                pass
            with client.solve(endless_request()) as second:
                assert next(second).WhichOneof("event") == "queued"
                with pytest.raises(TaquinError) as failure:
                    client.solve_once(solve_pb2.SolveRequest(start=EIGHT))
    assert failure.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert failure.value.retry_after > 0


def test_a_deadline_brings_the_best_so_far(client):
    # The server keeps a tenth of a second back for its answer, which a busy machine may need longer for.
    for timeout in (1, 4, 16):
        try:
            result = client.solve_once(endless_request(), timeout=timeout)
            break
        except TaquinError as error:
            assert error.code is grpc.StatusCode.DEADLINE_EXCEEDED
    else:
        pytest.fail("no result before any deadline")
    assert result.limit == solve_pb2.LIMIT_TIME
    assert result.lower_bound > 0


def test_a_deadline_ends_a_call_that_nobody_answers():
    with socket.create_server(("localhost", 0)) as silent, Client(f"localhost:{silent.getsockname()[1]}") as client:
        with pytest.raises(TaquinError) as failure:
            client.solve_once(solve_pb2.SolveRequest(start=EIGHT), timeout=0.2)
    assert failure.value.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_no_server_is_unavailable():
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
    with Client(f"localhost:{port}") as client, pytest.raises(TaquinError) as failure:
        client.solve_once(solve_pb2.SolveRequest(start=EIGHT), timeout=PATIENCE_SECONDS)
    assert failure.value.code is grpc.StatusCode.UNAVAILABLE
