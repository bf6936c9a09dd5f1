"""deploy/kubernetes: what kustomize makes of it, against the published schemas and
against what taquind and Kubernetes want of each other."""

import re
import shlex
import subprocess

import kubernetes_validate
import pytest
import yaml

import claims
import processes

DIRECTORY = processes.TOP / "deploy/kubernetes"
KUSTOMIZE = processes.TOP / "build/tools/go/kustomize"
OVERLAYS = ["base", "overlays/development", "overlays/production"]
# The oldest that has every field used, and the newest that is known.
VERSIONS = ["1.30", "1.37"]
CONFIG_FAULTS = subprocess.CalledProcessError


def build(overlay: str) -> list[dict]:
    done = subprocess.run([KUSTOMIZE, "build", DIRECTORY / overlay], check=True, text=True,
                          capture_output=True)
    assert not done.stderr, done.stderr
    return list(yaml.safe_load_all(done.stdout))


RESOURCES = {}


@pytest.fixture(params=OVERLAYS)
def resources(request) -> list[dict]:
    if request.param not in RESOURCES:
        RESOURCES[request.param] = build(request.param)
    return RESOURCES[request.param]


def of_kind(resources: list[dict], *kinds: str) -> list[dict]:
    return [one for one in resources if one["kind"] in kinds]


def pod_templates(resources: list[dict]) -> list[dict]:
    return [one["spec"]["template"] for one in of_kind(resources, "Deployment", "Job")]


def containers(resources: list[dict]) -> list[dict]:
    return [one for template in pod_templates(resources)
            for one in template["spec"]["containers"]]


def selects(selector: dict, labels: dict) -> bool:
    return selector.items() <= labels.items()


@pytest.mark.parametrize("version", VERSIONS)
def test_schemas_of_kubernetes_hold(resources, version):
    for resource in resources:
        if not resource["apiVersion"].startswith("monitoring.coreos.com/"):
            kubernetes_validate.validate(resource, version, strict=True)


def test_a_field_that_no_schema_knows_is_found(resources):
    deployment = yaml.safe_load(yaml.safe_dump(of_kind(resources, "Deployment")[0]))
    deployment["spec"]["template"]["spec"]["replicaz"] = 1
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, VERSIONS[-1], strict=True)


def keeps_every_field(given, read) -> bool:
    """Whether a model that leaves out what it does not know left nothing out."""
    if isinstance(given, dict):
        return given.keys() <= read.keys() and all(
            keeps_every_field(value, read[key]) for key, value in given.items())
    if isinstance(given, list):
        return len(given) == len(read) and all(map(keeps_every_field, given, read))
    return True


def test_schemas_of_the_prometheus_operator_hold():
    # Here, for it takes seconds to load.
    from cloudcoil.models.prometheus_operator import v1 as operator
    of_operator = [one for one in build("overlays/production")
                   if one["apiVersion"] == "monitoring.coreos.com/v1"]
    assert {one["kind"] for one in of_operator} == {"ServiceMonitor", "PrometheusRule"}
    for resource in of_operator:
        model = getattr(operator, resource["kind"]).model_validate(resource)
        assert keeps_every_field(resource, model.model_dump(by_alias=True, mode="json"))
        resource["spec"]["intervall"] = "5s"
        model = getattr(operator, resource["kind"]).model_validate(resource)
        assert not keeps_every_field(resource, model.model_dump(by_alias=True, mode="json"))


def test_rules_are_those_of_prometheus():
    rule = of_kind(build("overlays/production"), "PrometheusRule")[0]
    with open(processes.TOP / "deploy/prometheus/alerts.yml", encoding="utf-8") as alerts:
        assert rule["spec"]["groups"] == yaml.safe_load(alerts)["groups"]


def test_all_is_in_one_namespace(resources):
    for resource in resources:
        if resource["kind"] != "Namespace":
            assert resource["metadata"]["namespace"] == "taquin", resource["metadata"]["name"]


def test_pods_have_no_privileges(resources):
    assert containers(resources)
    for template in pod_templates(resources):
        spec = template["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] >= 10000
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert not any(spec.get(key) for key in ("hostNetwork", "hostPID", "hostIPC"))
        assert not any("hostPath" in volume for volume in spec.get("volumes", []))
        for container in spec["containers"]:
            context = container["securityContext"]
            assert context["allowPrivilegeEscalation"] is False
            assert context["readOnlyRootFilesystem"] is True
            assert context["capabilities"] == {"drop": ["ALL"]}
            assert not context.get("privileged")


def test_containers_have_bounds_and_a_pinned_image(resources):
    for container in containers(resources):
        assert set(container["resources"]) == {"requests", "limits"}
        assert set(container["resources"]["limits"]) == {"cpu", "memory"}
        # Memory that is not reserved is taken back by killing.
        assert container["resources"]["requests"]["memory"] == \
            container["resources"]["limits"]["memory"]
        assert re.fullmatch(r"taquin/(taquind|envoy):\d+\.\d+\.\d+", container["image"])


def test_settings_are_those_of_taquind(resources):
    help_text = subprocess.run([processes.BIN / "taquind", "--help"], text=True, check=True,
                               capture_output=True).stdout
    for container in containers(resources):
        if not container["image"].startswith("taquin/taquind:"):
            continue
        fixed = {one["name"]: one["value"] for one in container.get("env", []) if "value" in one}
        for name in [one["name"] for one in container.get("env", [])]:
            flag = "--" + name.removeprefix("TAQUIN_").lower().replace("_", "-")
            assert name.startswith("TAQUIN_") and f"{flag} " in help_text, name
        if container["name"] == "taquind":
            # Values and their combination, judged by the program itself.
            printed = subprocess.run([processes.BIN / "taquind", "--print-config"],
                                     env=fixed, text=True, capture_output=True)
            assert printed.returncode == 0, printed.stderr


def seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+)(ms|s|m)", text)
    return int(match.group(1)) * {"ms": 0.001, "s": 1, "m": 60}[match.group(2)]


def test_kubernetes_waits_for_the_drain(resources):
    for deployment in of_kind(resources, "Deployment"):
        spec = deployment["spec"]["template"]["spec"]
        for container in spec["containers"]:
            env = {one["name"]: one.get("value") for one in container.get("env", [])}
            if "TAQUIN_DRAIN_DELAY" not in env:
                continue
            drain = seconds(env["TAQUIN_DRAIN_DELAY"]) + seconds(env["TAQUIN_DRAIN_TIMEOUT"])
            assert spec["terminationGracePeriodSeconds"] > drain + 5
            # A drain is not a hang: liveness must not end it.
            liveness = container["livenessProbe"]
            assert liveness["periodSeconds"] * liveness["failureThreshold"] > drain
            # Out of the endpoints before calls are refused.
            readiness = container["readinessProbe"]
            assert (readiness["periodSeconds"] * readiness["failureThreshold"]
                    < seconds(env["TAQUIN_DRAIN_DELAY"]))


def test_probes_ask_what_is_served(resources):
    asked = 0
    for container in containers(resources):
        ports = {one["name"]: one["containerPort"] for one in container.get("ports", [])}
        for name in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = container.get(name)
            if probe is None:
                assert container["name"] == "build-tables"
            elif "grpc" in probe:
                assert probe["grpc"]["port"] == ports["grpc"] == 50051
                assert probe["grpc"].get("service", "") in ("", "taquin.v1.SolverService")
                asked += 1
            else:
                assert probe["httpGet"]["port"] in ports
    assert asked == 3


def test_names_refer_to_what_is_there(resources):
    names = {(one["kind"], one["metadata"]["name"]) for one in resources}
    templates = pod_templates(resources)
    for template in templates:
        spec = template["spec"]
        assert ("ServiceAccount", spec["serviceAccountName"]) in names
        volumes = {one["name"]: one for one in spec.get("volumes", [])}
        for volume in volumes.values():
            claim = volume.get("persistentVolumeClaim")
            assert claim is None or ("PersistentVolumeClaim", claim["claimName"]) in names
        for container in spec["containers"]:
            assert {one["name"] for one in container.get("volumeMounts", [])} <= set(volumes)
    for deployment in of_kind(resources, "Deployment"):
        assert selects(deployment["spec"]["selector"]["matchLabels"],
                       deployment["spec"]["template"]["metadata"]["labels"])
        for spread in deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]:
            assert spread["labelSelector"] == deployment["spec"]["selector"]
    for service in of_kind(resources, "Service"):
        chosen = [one for one in templates
                  if selects(service["spec"]["selector"], one["metadata"]["labels"])]
        assert len(chosen) == 1
        ports = {one["name"] for container in chosen[0]["spec"]["containers"]
                 for one in container["ports"]}
        assert {one["targetPort"] for one in service["spec"]["ports"]} <= ports
    for budget in of_kind(resources, "PodDisruptionBudget"):
        assert any(selects(budget["spec"]["selector"]["matchLabels"], one["metadata"]["labels"])
                   for one in templates)
    for scaler in of_kind(resources, "HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        deployment = next(one for one in of_kind(resources, target["kind"])
                          if one["metadata"]["name"] == target["name"])
        # One that is given would fight the scaler's at every apply.
        assert "replicas" not in deployment["spec"]
    for monitor in of_kind(resources, "ServiceMonitor"):
        services = [one for one in of_kind(resources, "Service")
                    if selects(monitor["spec"]["selector"]["matchLabels"],
                               one["metadata"]["labels"])]
        assert len(services) == 1
        assert services[0]["metadata"]["labels"][monitor["spec"]["jobLabel"]] == \
            monitor["metadata"]["name"]  # The `job` that rules and dashboard ask for.
        for endpoint in monitor["spec"]["endpoints"]:
            assert endpoint["port"] in {one["name"] for one in services[0]["spec"]["ports"]}


def test_the_service_of_the_replicas_is_headless(resources):
    service = next(one for one in of_kind(resources, "Service")
                   if one["metadata"]["name"] == "taquind")
    assert service["spec"]["clusterIP"] == "None"
    assert service["spec"]["ports"][0]["port"] == 50051


def test_nothing_comes_in_or_goes_out_but_what_is_named(resources):
    policies = of_kind(resources, "NetworkPolicy")
    everything = next(one for one in policies if one["metadata"]["name"] == "deny-all")
    assert everything["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    templates = pod_templates(resources)
    for policy in policies:
        for rule in policy["spec"].get("ingress", []) + policy["spec"].get("egress", []):
            # A rule without a peer or a port is open to all.
            assert rule.get("from") or rule.get("to")
            assert rule["ports"]
        for rule in policy["spec"].get("ingress", []):
            chosen = [one for one in templates if selects(
                policy["spec"]["podSelector"]["matchLabels"], one["metadata"]["labels"])]
            named = {port["name"] for one in chosen for container in one["spec"]["containers"]
                     for port in container.get("ports", [])}
            assert {one["port"] for one in rule["ports"]} <= named


def test_envoy_may_call_the_replicas_and_they_nobody():
    resources = build("overlays/production")
    labels = {one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"]
              for one in of_kind(resources, "Deployment")}
    policies = {one["metadata"]["name"]: one["spec"] for one in of_kind(resources, "NetworkPolicy")}
    caller = policies["taquind"]["ingress"][0]["from"][0]["podSelector"]["matchLabels"]
    assert selects(caller, labels["envoy"])
    assert any(selects(peer["podSelector"]["matchLabels"], labels["taquind"])
               for rule in policies["envoy"]["egress"] for peer in rule["to"])
    assert not any("egress" in spec and selects(spec["podSelector"].get("matchLabels", {}),
                                                labels["taquind"])
                   for spec in policies.values())


def test_production_scales_by_processors_and_queue():
    scaler = next(one for one in of_kind(build("overlays/production"), "HorizontalPodAutoscaler")
                  if one["metadata"]["name"] == "taquind")
    assert [one["type"] for one in scaler["spec"]["metrics"]] == ["Resource", "Pods"]
    assert scaler["spec"]["metrics"][1]["pods"]["metric"]["name"] == "taquin_queue_depth"
    assert scaler["spec"]["minReplicas"] >= 3


def test_the_tables_are_written_by_the_job_alone():
    resources = build("overlays/production")
    job = of_kind(resources, "Job")[0]
    arguments = job["spec"]["template"]["spec"]["containers"][0]["args"]
    assert arguments[0] == "build-tables"
    assert arguments[arguments.index("--table-dir") + 1] == "/tables"
    deployment = next(one for one in of_kind(resources, "Deployment")
                      if one["metadata"]["name"] == "taquind")
    spec = deployment["spec"]["template"]["spec"]
    assert spec["containers"][0]["volumeMounts"] == [
        {"name": "tables", "mountPath": "/tables", "readOnly": True}]


@pytest.mark.parametrize("command", [
    command for block in claims.claimed(processes.TOP, "kubectl") for command in claims.commands(block)])
def test_what_a_page_shows_applies_what_is_tested_here(command):
    # No cluster here: `kubectl apply -k` sends it what kustomize makes of the directory.
    *words, directory = shlex.split(command)
    assert words == ["kubectl", "apply", "-k"]
    overlay = str((processes.TOP / directory).relative_to(DIRECTORY))
    assert overlay in OVERLAYS and build(overlay)


def test_builds_warn_of_nothing_and_faults_are_found(tmp_path):
    (tmp_path / "kustomization.yaml").write_text("resources: [missing.yaml]\n")
    with pytest.raises(CONFIG_FAULTS):
        subprocess.run([KUSTOMIZE, "build", tmp_path], check=True, capture_output=True)
