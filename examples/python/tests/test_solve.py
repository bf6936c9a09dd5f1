import threading

import grpc
import pytest
from boards import EIGHT, EIGHT_LENGTH, after, endless_request
from taquin.v1 import board_pb2, solve_pb2
from taquin_client import TaquinError, error_of_status
from taquind import PATIENCE_SECONDS, wait_for


def expect_optimal_path(result):
    assert result.outcome == solve_pb2.OUTCOME_OPTIMAL
    assert result.length == result.lower_bound == len(result.moves) == EIGHT_LENGTH
    assert after(EIGHT, result.moves) == [1, 2, 3, 4, 5, 6, 7, 8, 0]


def test_solves_once(client):
    expect_optimal_path(client.solve_once(solve_pb2.SolveRequest(start=EIGHT), timeout=PATIENCE_SECONDS))


def test_aims_at_the_goal_that_is_asked_for(client):
    goal = board_pb2.Goal(layout=board_pb2.GOAL_LAYOUT_SPIRAL)
    result = client.solve_once(solve_pb2.SolveRequest(start=EIGHT, goal=goal))
    if result.outcome == solve_pb2.OUTCOME_UNSOLVABLE:  # By parity, one of the two layouts.
        goal = board_pb2.Goal(layout=board_pb2.GOAL_LAYOUT_BLANK_FIRST)
        result = client.solve_once(solve_pb2.SolveRequest(start=EIGHT, goal=goal))
    assert after(EIGHT, result.moves) == list(result.goal.tiles)


def test_an_unreachable_goal_is_a_result(client):
    swapped = board_pb2.Board(rows=3, columns=3, tiles=[2, 1, 3, 4, 5, 6, 7, 8, 0])
    result = client.solve_once(solve_pb2.SolveRequest(start=swapped))
    assert result.outcome == solve_pb2.OUTCOME_UNSOLVABLE
    assert not result.HasField("length")
    assert result.detail


def test_a_stream_ends_with_its_result(client):
    with client.solve(solve_pb2.SolveRequest(start=EIGHT, id="mine")) as search:
        events = list(search)
    assert [e.WhichOneof("event") == "result" for e in events] == [False] * (len(events) - 1) + [True]
    assert events[-1].result.id == "mine"
    expect_optimal_path(events[-1].result)


def test_result_passes_over_what_comes_before(client):
    with client.solve(solve_pb2.SolveRequest(start=EIGHT)) as search:
        expect_optimal_path(search.result())


def test_progress_comes_while_it_searches_and_cancel_stops_it(server, client):
    before = len(server.rpcs("Solve", "Canceled"))
    search = client.solve(endless_request())
    looks = []
    with pytest.raises(TaquinError) as failure:
        for event in search:
            if event.WhichOneof("event") == "progress":
                looks.append(event.progress)
                if len(looks) == 3:
                    search.cancel()
    assert failure.value.code is grpc.StatusCode.CANCELLED
    assert all(look.lower_bound >= 1 for look in looks)
    counts = [look.expanded_count for look in looks]
    assert counts == sorted(counts) and counts[-1] > 0
    wait_for(lambda: len(server.rpcs("Solve", "Canceled")) > before, "the server to end the search")


def test_another_thread_may_cancel(client):
    search = client.solve(endless_request())
    next(search)
    canceller = threading.Thread(target=search.cancel)
    canceller.start()
    with pytest.raises(TaquinError, match="CANCELLED"):
        search.result()
    canceller.join()


def test_leaving_the_block_cancels(server, client):
    before = len(server.rpcs("Solve", "Canceled"))
    with client.solve(endless_request()) as search:
        next(search)
    wait_for(lambda: len(server.rpcs("Solve", "Canceled")) > before, "the server to end the search")


def test_a_batch_answers_each_request_by_its_id(client):
    requests = [solve_pb2.SolveRequest(id=f"eight-{n}", start=EIGHT) for n in range(100)]
    requests.insert(50, solve_pb2.SolveRequest(id="no board"))
    answers = {answer.id: answer for answer in client.solve_batch(requests)}
    assert set(answers) == {request.id for request in requests}
    error = error_of_status(answers.pop("no board").error)
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert [violation.field for violation in error.violations] == ["start"]
    for answer in answers.values():
        expect_optimal_path(answer.result)


def test_leaving_a_batch_early_cancels_it(server, client):
    answers = client.solve_batch([solve_pb2.SolveRequest(id="first", start=EIGHT), endless_request(id="never")])
    assert next(answers).id == "first"
    answers.close()
    wait_for(lambda: server.rpcs("SolveBatch", "Canceled"), "the server to end the batch")
