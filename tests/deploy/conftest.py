"""What the tests share. The stubs are made from the proto at each run."""

import pathlib
import sys
import tempfile

import pytest

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "docs")]
import processes  # noqa: E402

GENERATED = pathlib.Path(tempfile.mkdtemp(prefix="taquin-deploy-"))
PROTOS = ["google/rpc/status.proto", "google/rpc/error_details.proto", "taquin/v1/board.proto",
          "taquin/v1/solve.proto", "taquin/v1/solver_service.proto"]


def pytest_configure():
    import grpc_tools.protoc
    include = ["protoc", f"-I{processes.TOP / 'proto'}",
               f"-I{pathlib.Path(grpc_tools.__file__).parent / '_proto'}"]
    # Of google/api and google/rpc, Python has its own.
    taquin = [name for name in PROTOS if name.startswith("taquin/")]
    for arguments in ([f"--python_out={GENERATED}", f"--grpc_python_out={GENERATED}", *taquin],
                      ["--include_imports", f"--descriptor_set_out={GENERATED / 'taquin.pb'}",
                       *PROTOS]):
        if grpc_tools.protoc.main(include + arguments) != 0:
            raise pytest.UsageError("the proto cannot be compiled")
    sys.path.insert(0, str(GENERATED))


def pytest_unconfigure():
    import shutil
    shutil.rmtree(GENERATED)


@pytest.fixture(scope="session")
def descriptor() -> pathlib.Path:
    return GENERATED / "taquin.pb"


@pytest.fixture(scope="session")
def envoy_program() -> pathlib.Path:
    import envoy
    return pathlib.Path(envoy.__file__).parent / "_bin/envoy"


@pytest.fixture(scope="session")
def tables(tmp_path_factory) -> pathlib.Path:
    """Pattern tables, built once: replicas find them when they start."""
    import subprocess
    directory = tmp_path_factory.mktemp("tables")
    subprocess.run([processes.BIN / "taquind", "build-tables", "--tier", "startup", "--table-dir",
                    directory], check=True, capture_output=True)
    return directory
