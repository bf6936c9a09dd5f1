"""Why connections must not be what is balanced: docs/scaling.md."""

import envoy_config
import load
import processes

CALLS = 600


def started(replicas, before) -> list[int]:
    return [replica.started_calls() - count for replica, count in zip(replicas, before)]


def run(target: str, replicas, config=None) -> list[int]:
    before = [replica.started_calls() for replica in replicas]
    with load.Load(target, callers=8, long_share=0, calls=CALLS, config=config) as running:
        tally = running.finish()
    tally.assert_clean()
    return started(replicas, before)


def test_who_balances_connections_sends_all_calls_to_one_replica(
        tmp_path, envoy_program, tables, descriptor):
    with (processes.Replica(tmp_path, "a", tables) as a,
          processes.Replica(tmp_path, "b", tables) as b,
          processes.Replica(tmp_path, "c", tables) as c):
        replicas = [a, b, c]
        addresses = [("127.0.0.1", one.port) for one in replicas]
        every_address = "ipv4:" + ",".join(one.address for one in replicas)

        # A name with several addresses: gRPC's default takes the first that answers.
        counts = run(every_address, replicas)
        assert sorted(counts)[:2] == [0, 0], counts

        # A balancer of TCP connections: the one connection goes to one replica.
        config = envoy_config.Config(addresses, descriptor)
        config.balance_connections()
        (tmp_path / "tcp").mkdir()
        with processes.Envoy(tmp_path / "tcp", envoy_program, config) as envoy:
            envoy.wait_healthy(replicas)
            counts = run(f"127.0.0.1:{config.grpc}", replicas)
            assert sorted(counts)[:2] == [0, 0], counts

        # The client balances: each address has a connection, calls take turns.
        counts = run(every_address, replicas, load.ROUND_ROBIN)
        assert min(counts) > 0.8 * CALLS / 3, counts

        # Envoy balances calls, whatever connection they come by.
        config = envoy_config.Config(addresses, descriptor)
        (tmp_path / "http").mkdir()
        with processes.Envoy(tmp_path / "http", envoy_program, config) as envoy:
            envoy.wait_healthy(replicas)
            counts = run(f"127.0.0.1:{config.grpc}", replicas)
            assert min(counts) > 0.3 * CALLS / 3, counts  # A slow one gets less.
