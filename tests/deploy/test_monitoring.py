"""Prometheus and Grafana, against what running replicas and Envoy export."""

import json
import pathlib
import re
import subprocess
import urllib.parse

import pytest
import yaml

import envoy_config
import load
import processes
import promql

PROMETHEUS = processes.TOP / "deploy/prometheus"
DASHBOARDS = processes.TOP / "deploy/grafana/dashboards"
PROVISIONING = processes.TOP / "deploy/grafana/provisioning"
TESTS = pathlib.Path(__file__).parent
# What Prometheus itself adds.
ADDED_METRICS = {"up"}
ADDED_LABELS = {"job", "instance", "le", "__name__"}


def promtool(*arguments) -> str:
    done = subprocess.run(["promtool", *arguments], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rules() -> list[dict]:
    with open(PROMETHEUS / "alerts.yml", encoding="utf-8") as file:
        return [rule for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]


def dashboard() -> dict:
    return json.loads((DASHBOARDS / "taquin.json").read_text(encoding="utf-8"))


def dashboard_queries() -> list[tuple[str, str]]:
    """Panel titles and their expressions, as Prometheus gets them."""
    return [(panel["title"], target["expr"].replace("$__rate_interval", "1m")
             .replace('=~"$instance"', '=~".*"'))
            for panel in dashboard()["panels"] for target in panel.get("targets", [])]


def test_promtool_accepts_configuration_and_rules():
    promtool("check", "config", PROMETHEUS / "prometheus.yml")
    promtool("check", "rules", PROMETHEUS / "alerts.yml")


def test_alerts_fire_when_they_should_and_only_then():
    promtool("test", "rules", TESTS / "alerts_test.yml")


def test_every_alert_is_tested_both_ways_and_says_what_to_do():
    with open(TESTS / "alerts_test.yml", encoding="utf-8") as file:
        tested = [(case["alertname"], bool(case["exp_alerts"]))
                  for test in yaml.safe_load(file)["tests"] for case in test["alert_rule_test"]]
    for rule in rules():
        assert (rule["alert"], True) in tested and (rule["alert"], False) in tested
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert set(rule["annotations"]) == {"summary", "action"}


def test_the_reader_of_expressions():
    expression = ('sum by (le, grpc_method) (rate(a_bucket{job="x", code!~"y|z"}[5m])) / '
                  'on (instance) group_left () (b:c_total{x="{not_a_metric}"} offset 5m > bool 1e3) '
                  'and absent(up) or histogram_quantile(0.99, d)')
    assert promql.metrics(expression) == {"a_bucket", "b:c_total", "up", "d"}
    assert promql.labels('a{b="1",c=~"2"} + d{e!="f"}') == {"a": {"b", "c"}, "d": {"e"}}
    assert promql.grouping_labels(expression) == {"le", "grpc_method", "instance"}


def test_the_dashboard_is_what_grafana_can_load():
    board = dashboard()
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids) and board["uid"] and board["title"]
    with open(PROVISIONING / "datasources/prometheus.yaml", encoding="utf-8") as file:
        source = yaml.safe_load(file)["datasources"][0]
    for panel in board["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        for target in panel.get("targets", []):
            assert target["datasource"] == {"type": source["type"], "uid": source["uid"]}
    places = [(p["gridPos"]["x"], p["gridPos"]["y"]) for p in board["panels"]]
    assert len(set(places)) == len(places)
    # What an operator asks first: traffic, errors, latency, saturation.
    rows = [panel["title"] for panel in board["panels"] if panel["type"] == "row"]
    assert rows[:4] == ["Traffic", "Errors", "Latency", "Saturation"]


def exported(text: str) -> dict[str, set[str]]:
    """Labels by metric, from the text format."""
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, labels = re.match(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})?", line).groups()
            found.setdefault(name, set()).update(re.findall(r'([a-zA-Z_]\w*)="', labels or ""))
    return found


@pytest.fixture(scope="module")
def fleet(tmp_path_factory, tables, envoy_program, descriptor):
    """Two replicas behind Envoy that have had calls of every kind."""
    directory = tmp_path_factory.mktemp("fleet")
    with (processes.Replica(directory, "a", tables) as a,
          processes.Replica(directory, "b", tables) as b):
        config = envoy_config.Config([("127.0.0.1", a.port), ("127.0.0.1", b.port)], descriptor)
        with processes.Envoy(directory, envoy_program, config) as envoy:
            envoy.wait_healthy([a, b])
            with load.Load(f"127.0.0.1:{config.grpc}", calls=200, milliseconds=20) as running:
                running.finish().assert_clean()
            # There are none of these figures before the first table is read.
            processes.wait_until(lambda: "\ntaquin_table_bytes{" in a.metrics(), "a has tables")
            yield [a, b], envoy


@pytest.fixture(scope="module")
def metrics(fleet) -> dict[str, set[str]]:
    replicas, envoy = fleet
    of_envoy = processes.fetch(f"http://127.0.0.1:{envoy.config.metrics}/stats/prometheus")
    return exported(replicas[0].metrics()) | exported(of_envoy)


def unknown(expression: str, metrics: dict[str, set[str]]) -> list[str]:
    """Metrics and labels of the expression that nobody exports."""
    names = promql.metrics(expression)
    assert names, expression
    faults = sorted(names - set(metrics) - ADDED_METRICS)
    known = set().union(*(metrics.get(name, set()) for name in names)) | ADDED_LABELS
    faults += [f"{name}: {label}" for name, labels in promql.labels(expression).items()
               for label in sorted(labels - metrics.get(name, set()) - ADDED_LABELS)]
    return faults + sorted(promql.grouping_labels(expression) - known)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_alerts_read_what_is_exported(rule, metrics):
    assert not unknown(rule["expr"], metrics)


@pytest.mark.parametrize("title,expression", dashboard_queries())
def test_the_dashboard_reads_what_is_exported(title, expression, metrics):
    assert not unknown(expression, metrics)


def test_what_nobody_exports_is_found(metrics):
    assert unknown("sum(taquin_queue_length)", metrics) == ["taquin_queue_length"]
    assert unknown('taquin_queue_depth{shard="1"}', metrics) == ["taquin_queue_depth: shard"]
    assert unknown("sum by (shard) (taquin_queue_depth)", metrics) == ["shard"]


def test_the_autoscaler_reads_what_is_exported(metrics):
    patch = processes.TOP / "deploy/kubernetes/components/monitoring/autoscaler_patch.yaml"
    with open(patch, encoding="utf-8") as file:
        scaler = yaml.safe_load(file)
    names = [one["pods"]["metric"]["name"] for one in scaler["spec"]["metrics"]
             if one["type"] == "Pods"]
    assert names and set(names) <= set(metrics)


def test_every_metric_that_the_pages_name_is_exported(metrics):
    text = (processes.TOP / "docs/operations.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:taquin|grpc_server)_[a-z_]+)`", text))
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in metrics} | set(metrics)
    assert named and named <= families, named - families


class Prometheus(processes.Program):
    """Debian's, with deploy/prometheus/prometheus.yml but for addresses and pace."""

    def __init__(self, directory: pathlib.Path, replicas, envoy):
        with open(PROMETHEUS / "prometheus.yml", encoding="utf-8") as file:
            config = yaml.safe_load(file)
        self.port = processes.free_ports(1)[0]
        config["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s",
                            "evaluation_interval": "1s"}
        config["rule_files"] = [str(PROMETHEUS / name) for name in config["rule_files"]]
        targets = {"taquind": [f"127.0.0.1:{one.metrics_port}" for one in replicas],
                   "envoy": [f"127.0.0.1:{envoy.config.metrics}"],
                   "prometheus": [f"127.0.0.1:{self.port}"]}
        for job in config["scrape_configs"]:
            job.pop("dns_sd_configs", None)
            job["static_configs"] = [{"targets": targets[job["job_name"]]}]
        path = directory / "prometheus.yml"
        path.write_text(yaml.safe_dump(config))
        super().__init__(["prometheus", f"--config.file={path}",
                          f"--storage.tsdb.path={directory / 'data'}",
                          f"--web.listen-address=127.0.0.1:{self.port}", "--log.level=warn"],
                         directory / "prometheus.log")

    def is_up(self) -> bool:
        return processes.fetch(f"http://127.0.0.1:{self.port}/-/ready") is not None

    def query(self, expression: str) -> list[dict]:
        text = processes.fetch(f"http://127.0.0.1:{self.port}/api/v1/query?"
                               + urllib.parse.urlencode({"query": expression}))
        assert text is not None, f"refused: {expression}"
        return json.loads(text)["data"]["result"]

    def rule_health(self) -> dict[str, str]:
        answer = json.loads(processes.fetch(f"http://127.0.0.1:{self.port}/api/v1/rules"))
        return {rule["name"]: rule["health"] for group in answer["data"]["groups"]
                for rule in group["rules"]}


def test_prometheus_scrapes_all_and_every_panel_shows_something(tmp_path, fleet):
    replicas, envoy = fleet
    with (Prometheus(tmp_path, replicas, envoy) as prometheus,
          load.Load(f"127.0.0.1:{envoy.config.grpc}", callers=2, milliseconds=20)):
        processes.wait_until(
            lambda: len(prometheus.query("up == 1")) == 4, "all targets are up")
        # A rate needs two scrapes.
        processes.wait_until(
            lambda: prometheus.query("sum(rate(grpc_server_started_total[1m])) > 0"),
            "a rate of calls")
        for title, expression in dashboard_queries():
            processes.wait_until(lambda: prometheus.query(expression), f"{title} shows something")
        processes.wait_until(
            lambda: prometheus.rule_health() == {rule["alert"]: "ok" for rule in rules()},
            "every rule has been evaluated")
