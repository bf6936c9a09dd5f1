"""ghz with the configurations of tests/load/, as docs/clients.md shows."""

import json

import pytest

from conftest import TOP


@pytest.mark.parametrize("name", ["solve_once", "solve"])
def test_every_call_of_a_load_succeeds(run, target, name):
    configuration = json.loads((TOP / "tests" / "load" / f"{name}.json").read_text())
    done = run("ghz", "--config", f"tests/load/{name}.json", "--total", "200", "--format", "json", target)
    report = json.loads(done.stdout)
    assert report["options"]["call"] == configuration["call"]
    assert report["statusCodeDistribution"] == {"OK": 200}
    assert report["count"] == 200


def test_every_board_of_the_load_has_a_path(run, target):
    for request in json.loads((TOP / "tests" / "load" / "boards.json").read_text()):
        called = run("grpcurl", "-plaintext", "-d", json.dumps(request), target, "taquin.v1.SolverService/SolveOnce")
        assert json.loads(called.stdout)["result"]["outcome"] == "OUTCOME_OPTIMAL", request
