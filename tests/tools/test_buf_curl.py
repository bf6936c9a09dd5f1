import json

BOARD = {"start": {"rows": 3, "columns": 3, "tiles": [1, 2, 3, 4, 5, 6, 0, 7, 8]}}
CURL = ("buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge")


def url(target, method):
    return f"http://{target}/taquin.v1.SolverService/{method}"


def test_calls_by_reflection(run, target):
    called = run(*CURL, "--data", json.dumps(BOARD), url(target, "SolveOnce"))
    assert json.loads(called.stdout)["result"]["length"] == 2, called.stderr


def test_calls_by_the_proto(run, target):
    called = run(*CURL, "--schema", "proto", "--data", json.dumps(BOARD), url(target, "Solve"))
    assert "OUTCOME_OPTIMAL" in called.stdout, called.stderr


def test_shows_every_detail_of_an_error(run, target):
    called = run(*CURL, "--data", "{}", url(target, "SolveOnce"))
    assert called.returncode != 0
    error = json.loads(called.stderr)
    assert error["code"] == "invalid_argument"
    assert error["details"][0]["type"] == "google.rpc.BadRequest"
