"""grpcurl knows the services by reflection alone: no proto is given to it."""

import json

import pytest

SERVICE = "taquin.v1.SolverService"
BOARD = {"rows": 3, "columns": 3, "tiles": [1, 2, 3, 4, 5, 6, 0, 7, 8]}


@pytest.fixture
def grpcurl(run, target):
    def call(*arguments, data=None):
        options = ["-d", json.dumps(data)] if data is not None else []
        return run("grpcurl", "-plaintext", *options, target, *arguments)

    return call


def test_lists_services_and_methods(grpcurl):
    services = grpcurl("list").stdout.split()
    assert {SERVICE, "grpc.health.v1.Health"} <= set(services)
    methods = grpcurl("list", SERVICE).stdout.split()
    assert {f"{SERVICE}.{name}" for name in ("Solve", "SolveOnce", "SolveBatch", "Check", "Verify")} <= set(methods)


def test_describes_every_service_that_it_lists(grpcurl):
    for service in grpcurl("list").stdout.split():
        described = grpcurl("describe", service)
        assert described.returncode == 0, described.stderr
        assert f"service {service.rpartition('.')[2]}" in described.stdout


@pytest.mark.parametrize("what", [f"{SERVICE}.SolveOnce", "taquin.v1.SolveRequest", "google.rpc.Status", "google.api.HttpRule"])
def test_describes_rpcs_and_messages(grpcurl, what):
    described = grpcurl("describe", what)
    assert described.returncode == 0, described.stderr
    assert described.stdout.startswith(what)


def test_calls(grpcurl):
    called = grpcurl(f"{SERVICE}/SolveOnce", data={"start": BOARD})
    assert json.loads(called.stdout)["result"]["moves"] == ["DIRECTION_RIGHT", "DIRECTION_RIGHT"]


def test_streams(grpcurl):
    called = grpcurl(f"{SERVICE}/Solve", data={"start": BOARD})
    assert called.returncode == 0
    assert '"outcome": "OUTCOME_OPTIMAL"' in called.stdout


def test_batches(run, target):
    requests = "".join(json.dumps({"id": str(n), "start": BOARD}) for n in range(3))
    called = run("grpcurl", "-plaintext", "-d", "@", target, f"{SERVICE}/SolveBatch", input=requests)
    assert called.stdout.count('"outcome": "OUTCOME_OPTIMAL"') == 3


def test_asks_for_health(grpcurl):
    for data in ({}, {"service": SERVICE}):
        assert json.loads(grpcurl("grpc.health.v1.Health/Check", data=data).stdout) == {"status": "SERVING"}
    assert "NotFound" in grpcurl("grpc.health.v1.Health/Check", data={"service": "other"}).stderr


def test_shows_every_detail_of_an_error(grpcurl):
    called = grpcurl(f"{SERVICE}/SolveOnce", data={"start": {"rows": 2, "columns": 2, "tiles": [1, 1, 2, 0]}})
    assert called.returncode == 64 + 3  # INVALID_ARGUMENT
    assert "InvalidArgument" in called.stderr
    assert called.stderr.count('"field": "start.tiles"') == 2
