"""deploy/envoy/envoy.yaml on this machine's loopback: the same in all but addresses."""

import copy
import pathlib

import yaml

import processes

PATH = processes.TOP / "deploy/envoy/envoy.yaml"


class Config:
    """Ports are chosen anew; replicas are (host, port) pairs."""

    def __init__(self, replicas: list[tuple[str, int]], descriptor: pathlib.Path):
        self.tree = yaml.safe_load(PATH.read_text(encoding="utf-8"))
        # Anchors make parts of the tree one object; changes must not travel.
        self.tree = copy.deepcopy(_unshared(self.tree))
        self.grpc, self.web, self.metrics, self.admin = processes.free_ports(4)
        for listener in self.listeners():
            _place(listener["address"], "127.0.0.1", getattr(self, listener["name"]))
        _place(self.tree["admin"]["address"], "127.0.0.1", self.admin)
        self.endpoints("admin", [("127.0.0.1", self.admin)])
        self.endpoints("taquind", replicas)
        for node in _nodes(self.tree):
            if "proto_descriptor" in node:
                node["proto_descriptor"] = str(descriptor)

    def listeners(self) -> list[dict]:
        return self.tree["static_resources"]["listeners"]

    def cluster(self, name: str) -> dict:
        return next(one for one in self.tree["static_resources"]["clusters"]
                    if one["name"] == name)

    def endpoints(self, cluster: str, addresses: list[tuple[str, int]]):
        locality = self.cluster(cluster)["load_assignment"]["endpoints"][0]
        locality["lb_endpoints"] = [
            {"endpoint": {"address": {"socket_address": {"address": host, "port_value": port}}}}
            for host, port in addresses]

    def balance_connections(self):
        """A plain TCP balancer instead, as a virtual address of Kubernetes is one."""
        listener = next(one for one in self.listeners() if one["name"] == "grpc")
        listener["filter_chains"] = [{"filters": [{
            "name": "envoy.filters.network.tcp_proxy",
            "typed_config": {
                "@type": "type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3"
                         ".TcpProxy",
                "stat_prefix": "tcp", "cluster": "taquind"}}]}]


def _place(address: dict, host: str, port: int):
    address["socket_address"] = {"address": host, "port_value": port}


def _unshared(node):
    if isinstance(node, dict):
        return {key: _unshared(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_unshared(value) for value in node]
    return node


def _nodes(node):
    """Every mapping in the tree."""
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(child)
