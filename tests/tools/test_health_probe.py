import pytest


@pytest.mark.parametrize("service", ["", "taquin.v1.SolverService"])
def test_a_server_that_serves(run, target, service):
    probed = run("grpc-health-probe", "-addr", target, "-service", service)
    assert probed.returncode == 0
    assert "status: SERVING" in probed.stdout + probed.stderr


def test_a_service_that_is_none(run, target):
    assert run("grpc-health-probe", "-addr", target, "-service", "other").returncode == 3


def test_no_server(run):
    assert run("grpc-health-probe", "-addr", "localhost:1", "-connect-timeout", "5s").returncode == 2
