"""Envoy, with the configuration that is shipped, in front of real replicas."""

import re
import signal
import subprocess

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

import boards
import envoy_config
import load
import processes
from taquin.v1 import board_pb2, solve_pb2, solver_service_pb2, solver_service_pb2_grpc

REPLICAS = 3
MAX_TIME_SECONDS = 3600  # The longest search of taquind by default.


@pytest.fixture
def replicas(tmp_path, tables):
    started = [processes.Replica(tmp_path, f"replica-{index}", tables) for index in range(REPLICAS)]
    try:
        for replica in started:
            replica.start()
        for replica in started:
            replica.wait_up()
        yield started
    finally:
        for replica in started:
            replica.__exit__()


@pytest.fixture
def config(replicas, descriptor):
    return envoy_config.Config([("127.0.0.1", one.port) for one in replicas], descriptor)


@pytest.fixture
def envoy(tmp_path, envoy_program, config, replicas):
    with processes.Envoy(tmp_path, envoy_program, config) as running:
        running.wait_healthy(replicas)
        yield running


def target(envoy) -> str:
    return f"127.0.0.1:{envoy.config.grpc}"


@pytest.fixture
def stub(envoy):
    with grpc.insecure_channel(target(envoy), options=[("grpc.enable_http_proxy", 0)]) as channel:
        yield solver_service_pb2_grpc.SolverServiceStub(channel)


# The configuration.

def test_envoy_accepts_its_configuration(tmp_path, envoy_program, descriptor):
    text = envoy_config.PATH.read_text(encoding="utf-8")
    assert "/etc/envoy/taquin.pb" in text
    path = tmp_path / "envoy.yaml"
    path.write_text(text.replace("/etc/envoy/taquin.pb", str(descriptor)))
    done = subprocess.run([envoy_program, "--mode", "validate", "-c", path], text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    assert not re.search("deprecated|warning", done.stderr, re.IGNORECASE), done.stderr
    path.write_text(path.read_text().replace("LEAST_REQUEST", "MOST_REQUEST"))
    done = subprocess.run([envoy_program, "--mode", "validate", "-c", path], capture_output=True)
    assert done.returncode != 0


def test_no_timeout_is_shorter_than_a_search(tmp_path, config):
    managers = [one["filter_chains"][0]["filters"][0]["typed_config"]
                for one in config.listeners() if one["name"] != "metrics"]
    assert len(managers) == 2
    for manager in managers:
        assert float(manager["stream_idle_timeout"].rstrip("s")) > MAX_TIME_SECONDS
        for route in manager["route_config"]["virtual_hosts"][0]["routes"]:
            assert route["route"]["timeout"] == "0s"


# Balancing.

def test_calls_of_one_connection_spread_evenly(envoy, replicas):
    # Few at a time: whoever is slow for a moment rightly gets less.
    with load.Load(target(envoy), callers=4, long_share=0, calls=4500) as running:
        tally = running.finish()
    tally.assert_clean()
    started = [replica.started_calls() for replica in replicas]
    assert sum(started) == tally.answered >= 4500
    assert all(abs(count - sum(started) / 3) <= sum(started) / 30 for count in started), started


def test_a_busy_replica_gets_less(envoy, replicas):
    """Round robin would give a third to each; least request sees who is busy."""
    busy = replicas[0]
    # Sixteen callers of its own, with which Envoy's calls share it.
    channels = [grpc.insecure_channel(busy.address, [("grpc.use_local_subchannel_pool", 1)])
                for _ in range(16)]
    held = [solver_service_pb2_grpc.SolverServiceStub(channel).Solve(
        boards.long_request(index, 600_000)) for index, channel in enumerate(channels)]
    try:
        processes.wait_until(
            lambda: re.search(r"^taquin_searches_active 16$", busy.metrics(), re.M),
            "16 searches are active")
        with load.Load(target(envoy), callers=12, long_share=100, milliseconds=None,
                       calls=600) as running:
            tally = running.finish()
    finally:
        for call in held:
            call.cancel()
        for channel in channels:
            channel.close()
    tally.assert_clean()
    counts = [replica.started_calls() for replica in replicas]
    assert counts[0] - len(held) < min(counts[1:]), counts


# Failures.

@pytest.mark.parametrize("retries", [None, load.RETRIES], ids=["envoy_alone", "client_too"])
def test_a_killed_replica_costs_no_call(envoy, replicas, retries):
    with load.Load(target(envoy), config=retries) as running:
        running.wait_answers(100)
        replicas[1].kill()
        processes.wait_until(lambda: envoy.healthy() == {replicas[0].port, replicas[2].port},
                             "the killed replica is out")
        running.wait_answers(200)
        replicas[1].start().wait_up()
        envoy.wait_healthy(replicas)
        processes.wait_until(lambda: replicas[1].started_calls() > 0, "it takes calls again")
    running.tally.assert_clean()
    assert envoy.stat("cluster.taquind.upstream_rq_retry") > 0


def test_a_rolling_restart_fails_no_call(envoy, replicas):
    with load.Load(target(envoy)) as running:
        running.wait_answers(50)
        for replica in replicas:
            assert replica.terminate() == 0
            running.wait_answers(50)
            replica.start().wait_up()
            envoy.wait_healthy(replicas)
            running.wait_answers(50)
    running.tally.assert_clean()


def test_streams_end_with_their_results_while_a_replica_drains(envoy, replicas, stub):
    """A replica that leaves is told apart from one that hangs: its calls go on."""
    calls = [stub.Solve(boards.long_request(index, 2500)) for index in range(9)]
    for call in calls:
        next(call)  # It has begun.
    assert replicas[0].terminate() == 0
    assert [list(call)[-1].result.limit for call in calls] == [solve_pb2.LIMIT_TIME] * 9


def test_a_replica_that_hangs_is_taken_out_and_its_calls_go_elsewhere(envoy, replicas):
    with load.Load(target(envoy)) as running:
        running.wait_answers(100)
        replicas[2].send(signal.SIGSTOP)
        processes.wait_until(lambda: envoy.healthy() == {replicas[0].port, replicas[1].port},
                             "the replica that hangs is out")
        running.wait_answers(100)
        # Those that were under way at it: given up when its pings stay unanswered.
        processes.wait_until(
            lambda: envoy.stat("cluster.taquind.http2.keepalive_timeout") > 0
            and envoy.stat("cluster.taquind.upstream_rq_retry") > 0, "calls were moved")
        running.wait_answers(100)
        replicas[2].send(signal.SIGCONT)
        envoy.wait_healthy(replicas)
        running.wait_answers(100)
    running.tally.assert_clean()


def test_a_replica_that_fails_calls_is_ejected_though_its_health_is_good(
        tmp_path, envoy_program, replicas, descriptor):
    config = envoy_config.Config([("127.0.0.1", one.port) for one in replicas], descriptor)
    # A replica that accepts connections and breaks them: health checks are off,
    # so that only the calls can tell.
    config.cluster("taquind")["health_checks"] = []
    config.cluster("taquind")["outlier_detection"]["base_ejection_time"] = "60s"
    replicas[0].kill()
    with processes.Envoy(tmp_path, envoy_program, config) as running:
        with load.Load(target(running), callers=6, long_share=0) as calls:
            processes.wait_until(
                lambda: running.stat("cluster.taquind.outlier_detection.ejections_active") == 1,
                "it is ejected")
            calls.wait_answers(100)
        calls.tally.assert_clean()


def test_clients_outlive_a_restart_of_envoy(envoy, replicas):
    with load.Load(target(envoy), config=load.RETRIES) as running:
        running.wait_answers(100)
        envoy.kill()
        envoy.start().wait_up()
        envoy.wait_healthy(replicas)
        running.wait_answers(200)
    running.tally.assert_clean()


def test_with_no_replica_left_calls_fail_at_once(envoy, replicas, stub):
    for replica in replicas:
        replica.kill()
    processes.wait_until(lambda: not envoy.healthy(), "none is healthy")
    with pytest.raises(grpc.RpcError) as failed:
        stub.SolveOnce(boards.short_request(1), timeout=processes.PATIENCE_SECONDS)
    assert failed.value.code() == grpc.StatusCode.UNAVAILABLE


def test_checks_that_fail_everywhere_take_nobody_out(
        tmp_path, envoy_program, replicas, descriptor):
    """As when all replicas are too busy to answer them in time."""
    config = envoy_config.Config([("127.0.0.1", one.port) for one in replicas], descriptor)
    check = config.cluster("taquind")["health_checks"][0]
    check["grpc_health_check"]["service_name"] = "no.such.Service"
    with processes.Envoy(tmp_path, envoy_program, config) as running:
        processes.wait_until(
            lambda: running.stat("cluster.taquind.health_check.failure") >= 3 * len(replicas),
            "checks have failed")
        assert not running.healthy()
        with load.Load(target(running), long_share=0, calls=200) as calls:
            calls.finish().assert_clean()


# What is not retried, and what ejects nobody.

def test_a_refusal_for_load_is_not_retried(tmp_path, envoy_program, tables, descriptor):
    busy = processes.Replica(tmp_path, "busy", tables, "--max-active", "1", "--max-queued", "0",
                             "--max-active-per-caller", "1", "--max-queued-per-caller", "0")
    with busy:
        config = envoy_config.Config([("127.0.0.1", busy.port)], descriptor)
        with processes.Envoy(tmp_path, envoy_program, config) as envoy:
            envoy.wait_healthy([busy])
            with grpc.insecure_channel(target(envoy)) as channel:
                stub = solver_service_pb2_grpc.SolverServiceStub(channel)
                first = stub.Solve(boards.long_request(1, 60_000))
                next(first)
                before = busy.started_calls()
                with pytest.raises(grpc.RpcError) as refused:
                    stub.SolveOnce(boards.long_request(2, 100))
                first.cancel()
            assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
            details = rpc_status.from_call(refused.value).details
            assert any(one.Is(error_details_pb2.RetryInfo.DESCRIPTOR) for one in details)
            assert busy.started_calls() - before == 1
            assert envoy.stat("cluster.taquind.upstream_rq_retry") == 0


def test_bad_requests_are_not_retried_and_eject_nobody(envoy, replicas, stub):
    for _ in range(60):
        with pytest.raises(grpc.RpcError) as refused:
            stub.SolveOnce(solve_pb2.SolveRequest())
        assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert sum(replica.started_calls() for replica in replicas) == 60
    assert envoy.stat("cluster.taquind.upstream_rq_retry") == 0
    assert envoy.stat("cluster.taquind.outlier_detection.ejections_enforced_total") == 0
    assert envoy.healthy() == {replica.port for replica in replicas}


@pytest.mark.parametrize("method", ["/taquin.v1.SolverService/Nothing", "/other.Service/Nothing"])
def test_unknown_methods_eject_nobody(envoy, replicas, method):
    with grpc.insecure_channel(target(envoy)) as channel:
        call = channel.unary_unary(method)
        for _ in range(60):
            with pytest.raises(grpc.RpcError) as refused:
                call(b"")
            assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED
    assert envoy.stat("cluster.taquind.outlier_detection.ejections_enforced_total") == 0
    assert envoy.healthy() == {replica.port for replica in replicas}


def test_the_circuit_breaker_bounds_the_calls_at_once(
        tmp_path, envoy_program, replicas, descriptor):
    config = envoy_config.Config([("127.0.0.1", one.port) for one in replicas], descriptor)
    bounds = config.cluster("taquind")["circuit_breakers"]["thresholds"][0]
    assert bounds["max_requests"] >= 1024
    bounds["max_requests"] = 4
    bounds["retry_budget"] = {"budget_percent": {"value": 0}, "min_retry_concurrency": 1}
    with processes.Envoy(tmp_path, envoy_program, config) as envoy:
        envoy.wait_healthy(replicas)
        with grpc.insecure_channel(target(envoy)) as channel:
            stub = solver_service_pb2_grpc.SolverServiceStub(channel)
            held = [stub.Solve(boards.long_request(index, 60_000)) for index in range(4)]
            for call in held:
                next(call)
            with pytest.raises(grpc.RpcError) as refused:
                stub.SolveOnce(boards.short_request(1))
            assert refused.value.code() == grpc.StatusCode.UNAVAILABLE
            for call in held:
                call.cancel()
            processes.wait_until(
                lambda: envoy.stat("cluster.taquind.upstream_rq_active") == 0, "all have ended")
            stub.SolveOnce(boards.short_request(1))


# What goes through.

def test_every_rpc_goes_through(envoy, stub):
    start = boards.short_request(1).start
    result = stub.SolveOnce(boards.short_request(1)).result
    assert boards.fault(boards.short_request(1), result) is None
    assert list(stub.Solve(boards.short_request(1)))[-1].result.length == result.length
    answers = list(stub.SolveBatch(iter([boards.short_request(i) for i in range(500)])))
    assert {answer.id for answer in answers} == {str(i) for i in range(500)}
    assert stub.Check(solver_service_pb2.CheckRequest(start=start)).lower_bound > 0
    assert stub.Verify(solver_service_pb2.VerifyRequest(start=start, moves=result.moves)).valid
    assert stub.GetCapabilities(solver_service_pb2.GetCapabilitiesRequest()).algorithms
    with grpc.insecure_channel(target(envoy)) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        answer = health.Check(health_pb2.HealthCheckRequest(service="taquin.v1.SolverService"))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_a_deadline_reaches_the_replica_which_answers_in_time(stub):
    answer = stub.SolveOnce(boards.long_request(1, 600_000), timeout=5)
    assert answer.result.limit == solve_pb2.LIMIT_TIME


def test_a_cancel_reaches_the_replica(envoy, replicas, stub):
    call = stub.Solve(boards.long_request(1, 600_000))
    next(call)
    call.cancel()
    processes.wait_until(
        lambda: all(re.search(r"^taquin_searches_active 0$", replica.metrics(), re.M)
                    for replica in replicas), "the search is dropped")


# What others see of Envoy itself.

def test_the_metrics_port_shows_metrics_and_nothing_else(envoy):
    base = f"http://127.0.0.1:{envoy.config.metrics}"
    status, _, body = processes.http(f"{base}/stats/prometheus")
    assert status == 200 and b"envoy_cluster_membership_healthy" in body
    assert processes.http(f"{base}/ready")[0] == 200
    for path in ("/", "/config_dump", "/clusters", "/stats"):
        assert processes.http(base + path)[0] == 404
    assert processes.http(f"{base}/quitquitquit", b"")[0] == 404
    assert processes.http(f"{base}/stats/prometheus", b"")[0] == 404
    assert envoy.is_up()


def test_the_admin_interface_is_for_this_machine_alone():
    import yaml
    tree = yaml.safe_load(envoy_config.PATH.read_text(encoding="utf-8"))
    assert tree["admin"]["address"]["socket_address"]["address"] == "127.0.0.1"
