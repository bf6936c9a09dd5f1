"""What Envoy gives to those who speak no gRPC: JSON at the paths that the proto names, and gRPC-Web for pages."""

import dataclasses
import json
import os
import struct

import grpc
import pytest
from google.api import annotations_pb2
from google.protobuf import json_format

import boards
import claims
import envoy_config
import processes
import shown_commands
from taquin.v1 import solve_pb2, solver_service_pb2

SERVICE = solver_service_pb2.DESCRIPTOR.services_by_name["SolverService"]
START = {"rows": 3, "columns": 3, "tiles": [1, 2, 3, 4, 5, 6, 0, 7, 8]}
# For each rpc a request, and a field that its answer has. Those of a stream in the request come as an array.
CALLS = {
    "Solve": ({"start": START}, "result"),
    "SolveOnce": ({"start": START}, "result"),
    "SolveBatch": ([{"id": "1", "start": START}], "id"),
    "Check": ({"start": START}, "reachability"),
    "Verify": ({"start": START, "moves": ["DIRECTION_RIGHT", "DIRECTION_RIGHT"]}, "optimalLength"),
    "Generate": ({"rows": 3, "columns": 3}, "boards"),
    "GetCapabilities": (None, "algorithms"),
}


@pytest.fixture(scope="module")
def url(tmp_path_factory, envoy_program, tables, descriptor):
    """Of Envoy's port for the web, with one replica behind it."""
    directory = tmp_path_factory.mktemp("web")
    with processes.Replica(directory, "replica", tables) as replica:
        config = envoy_config.Config([("127.0.0.1", replica.port)], descriptor)
        with processes.Envoy(directory, envoy_program, config) as envoy:
            envoy.wait_healthy([replica])
            yield f"http://127.0.0.1:{config.web}"


def post(url: str, path: str, body: bytes, **headers):
    return processes.http(url + path, body, {"content-type": "application/json", **headers})


def json_of(request) -> bytes:
    return json_format.MessageToJson(request).encode()


def lines(body: bytes) -> list[dict]:
    return [json.loads(line) for line in body.decode().splitlines() if line.strip()]


# JSON.

def rule(rpc: str) -> tuple[str, str]:
    """Method and path of the rpc over HTTP, as the proto says."""
    options = SERVICE.methods_by_name[rpc].GetOptions().Extensions[annotations_pb2.http]
    verb = options.WhichOneof("pattern")
    assert verb in ("get", "post") and options.body == ("*" if verb == "post" else ""), rpc
    return verb.upper(), getattr(options, verb)


def test_every_rpc_has_a_path_of_its_own():
    assert set(CALLS) == set(SERVICE.methods_by_name)
    paths = [rule(rpc)[1] for rpc in CALLS]
    assert len(set(paths)) == len(paths)
    assert all(path.startswith("/v1/") for path in paths), paths


@pytest.mark.parametrize("rpc", CALLS)
def test_every_rpc_is_answered_at_its_path(url, rpc):
    request, field = CALLS[rpc]
    method, path = rule(rpc)
    body = None if request is None else json.dumps(request).encode()
    status, headers, body = processes.http(
        url + path, body, {"content-type": "application/json"}, method=method)
    assert status == 200 and headers["content-type"] == "application/json", body
    assert any(field in answer for answer in lines(body)), body


@pytest.mark.parametrize("method,path", [
    ("GET", "/v1/solve"), ("POST", "/v1/capabilities"), ("POST", "/v1/nothing"), ("POST", "/"),
    ("POST", "/taquin.v1.SolverService/SolveOnce"), ("POST", "/taquin.v1.SolverService/Nothing")])
def test_json_has_no_other_paths(url, method, path):
    status, _, _ = processes.http(
        url + path, b"{}" if method == "POST" else None, {"content-type": "application/json"}, method=method)
    assert status == 404


def test_an_answer_is_right(url):
    status, _, body = post(url, "/v1/solve", json_of(boards.short_request(3)))
    assert status == 200
    answer = json_format.Parse(body, solve_pb2.SolveOnceResponse())
    assert boards.fault(boards.short_request(3), answer.result) is None


def test_a_stream_has_a_message_a_line(url):
    status, _, body = post(url, "/v1/solve/stream", json_of(boards.long_request(3, 700)))
    assert status == 200
    events = lines(body)
    assert "progress" in events[0] and "result" in events[-1]
    assert events[-1]["result"]["limit"] == "LIMIT_TIME"


def test_a_batch_is_an_array_and_its_answers_are_lines(url):
    requests = [boards.short_request(index) for index in range(300)]
    status, _, body = post(
        url, "/v1/solve/batch", b"[" + b",".join(json_of(request) for request in requests) + b"]")
    assert status == 200
    answers = {answer.id: answer for answer in (
        json_format.ParseDict(line, solve_pb2.SolveBatchResponse()) for line in lines(body))}
    assert len(answers) == len(requests)
    for request in requests:
        assert boards.fault(request, answers[request.id].result) is None


def test_a_deadline_reaches_the_server(url):
    status, _, body = post(
        url, "/v1/solve", json_of(boards.long_request(3, 600_000)), **{"grpc-timeout": "2S"})
    assert status == 200 and json.loads(body)["result"]["limit"] == "LIMIT_TIME"


def test_errors_tell_every_field(url):
    status, _, body = post(url, "/v1/solve", b'{"beamWidth": -1, "targetGap": 7}')
    assert status == 400
    error = json.loads(body)
    assert error["code"] == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    fields = {one["field"] for detail in error["details"] for one in detail["fieldViolations"]}
    assert {"start", "beam_width", "target_gap"} <= fields
    assert post(url, "/v1/solve", b"{")[0] == 400
    assert processes.http(f"{url}/v1/capabilities?unknown=1")[0] == 400


@pytest.mark.parametrize("block", claims.claimed(processes.TOP, "json"), ids=str)
def test_what_a_page_shows_works(url, block):
    """The commands, and what they print, but for the address."""
    commands = shown_commands.commands_of(block)
    assert all(command.shown for command in commands)
    here = [dataclasses.replace(command, text=command.text.replace(claims.ENVOY, url)) for command in commands]
    assert shown_commands.run_block(here, dict(os.environ), str(processes.TOP)) == []


# gRPC-Web.

def test_grpc_web_is_answered_in_frames(url):
    request = boards.short_request(5)
    message = request.SerializeToString()
    status, headers, body = post(
        url, "/taquin.v1.SolverService/SolveOnce", b"\0" + struct.pack(">I", len(message)) + message,
        **{"content-type": "application/grpc-web+proto", "x-grpc-web": "1",
           "origin": "http://localhost:3000"})
    assert status == 200 and headers["access-control-allow-origin"] == "http://localhost:3000"
    frames = []
    while body:
        flags, length = body[0], struct.unpack(">I", body[1:5])[0]
        frames.append((flags, body[5:5 + length]))
        body = body[5 + length:]
    assert [flags for flags, _ in frames] == [0, 0x80]
    answer = solve_pb2.SolveOnceResponse.FromString(frames[0][1])
    assert boards.fault(request, answer.result) is None
    assert b"grpc-status:0" in frames[1][1].replace(b" ", b"")


@pytest.mark.parametrize("path", ["/taquin.v1.SolverService/SolveOnce", "/v1/solve"])
@pytest.mark.parametrize("origin,allowed", [
    ("http://localhost:8000", True), ("https://127.0.0.1", True),
    ("http://localhost.example.org", False), ("https://example.org", False)])
def test_pages_of_this_machine_alone_may_call(url, path, origin, allowed):
    _, headers, _ = processes.http(
        url + path, None, {"origin": origin, "access-control-request-method": "POST"},
        method="OPTIONS")
    assert (headers.get("access-control-allow-origin") == origin) is allowed
