import hashlib
import subprocess

import grpc
import pytest
from boards import EIGHT, EIGHT_LENGTH
from taquin.v1 import solve_pb2
from taquin_client import Client, TaquinError, TlsFiles
from taquind import PATIENCE_SECONDS, running, stand_in, wait_for

REQUEST = solve_pb2.SolveRequest(start=EIGHT)


def make_certificate(directory, name, issuer=None):
    """Writes NAME.pem and NAME.key: an authority, or what one has signed for this machine."""
    command = ["openssl", "req", "-x509", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem"]
    if issuer is not None:
        command += ["-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key"]
        command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE"]
    subprocess.run(command, cwd=directory, check=True, capture_output=True)


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A server that speaks TLS, wants certificates of its clients, and a token."""
    directory = tmp_path_factory.mktemp("secure")
    for authority in ("authority", "stranger"):
        make_certificate(directory, authority)
    for name in ("server", "client"):
        make_certificate(directory, name, "authority")
    (directory / "tokens").write_text(f"alice {hashlib.sha256(b'open sesame').hexdigest()}\n")
    flags = ["--tls-certificate", "server.pem", "--tls-key", "server.key", "--tls-client-ca", "authority.pem"]
    flags = [flag if flag.startswith("--") else str(directory / flag) for flag in flags]
    with running(directory, *flags, "--tokens", str(directory / "tokens")) as server:
        yield server, directory


def files(directory, authority="authority", client="client"):
    return TlsFiles(
        directory / f"{authority}.pem",
        *([directory / f"{client}.pem", directory / f"{client}.key"] if client else []),
    )


def code_of_call(target, **arguments):
    with Client(target, **arguments) as client:
        try:
            client.solve_once(REQUEST, timeout=PATIENCE_SECONDS)
        except TaquinError as error:
            return error.code
    return grpc.StatusCode.OK


def test_tls_and_a_token(secure):
    server, directory = secure
    with Client(server.target, tls=files(directory), token="open sesame") as client:
        assert client.solve_once(REQUEST, timeout=PATIENCE_SECONDS).length == EIGHT_LENGTH
    wait_for(lambda: server.rpcs("SolveOnce", "OK"), "the server to log the call")
    assert server.rpcs("SolveOnce", "OK")[0]["caller"] == "token:alice"


@pytest.mark.parametrize("token", [None, "open barley"])
def test_a_token_is_wanted(secure, token):
    server, directory = secure
    assert code_of_call(server.target, tls=files(directory), token=token) is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    "mistake", [{"authority": "stranger"}, {"client": None}, {"client": "stranger"}], ids=lambda m: str(m)
)
def test_certificates_are_wanted_of_both(secure, mistake):
    server, directory = secure
    code = code_of_call(server.target, tls=files(directory, **mistake), token="open sesame")
    assert code is grpc.StatusCode.UNAVAILABLE


def test_a_token_never_goes_in_plaintext(server):
    with pytest.raises(ValueError, match="tls"):
        Client(server.target, token="open sesame")


def test_calls_are_tried_again():
    answer = solve_pb2.SolveOnceResponse(result=solve_pb2.SolveResult(length=EIGHT_LENGTH)).SerializeToString()
    tries = []

    def third_time_lucky(_, context):
        tries.append(context)
        if len(tries) < 3:
            context.abort(grpc.StatusCode.UNAVAILABLE, "draining")
        return answer

    with stand_in(SolveOnce=third_time_lucky) as target, Client(target) as client:
        assert client.solve_once(REQUEST).length == EIGHT_LENGTH
    assert len(tries) == 3


def test_what_the_caller_must_mend_is_not_tried_again():
    tries = []

    def refuse(_, context):
        tries.append(context)
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "wrong")

    with stand_in(SolveOnce=refuse) as target:
        assert code_of_call(target) is grpc.StatusCode.INVALID_ARGUMENT
    assert len(tries) == 1


def test_calls_go_round_the_servers_and_round_one_that_died(tmp_path):
    with running(tmp_path / "1") as first, running(tmp_path / "2") as second:
        with Client(f"ipv4:127.0.0.1:{first.port},127.0.0.1:{second.port}") as client:
            for _ in range(1000):  # Until both connections stand, one server gets all.
                client.solve_once(REQUEST, timeout=PATIENCE_SECONDS)
                if first.rpcs("SolveOnce", "OK") and second.rpcs("SolveOnce", "OK"):
                    break
            else:
                pytest.fail("one of the servers got no call")
            first.stop()
            for _ in range(20):
                assert client.solve_once(REQUEST, timeout=PATIENCE_SECONDS).length == EIGHT_LENGTH
