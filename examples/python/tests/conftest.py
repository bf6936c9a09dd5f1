import pytest
from taquin_client import Client
from taquind import running


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("server")) as taquind:
        yield taquind


@pytest.fixture
def client(server):
    with Client(server.target) as connected:
        yield connected
