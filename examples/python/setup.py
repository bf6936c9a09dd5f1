"""Generates the messages and stubs of taquin.v1 into what is built; all else is in pyproject.toml."""

import importlib.resources
import pathlib

import setuptools
from setuptools.command.build_py import build_py

PROTO_ROOT = pathlib.Path(__file__).resolve().parents[2] / "proto"


class BuildWithStubs(build_py):
    def run(self):
        super().run()
        from grpc_tools import protoc  # Only here: it is there when building, not when asked for metadata.

        protos = sorted(str(path) for path in (PROTO_ROOT / "taquin" / "v1").glob("*.proto"))
        if not protos:
            raise FileNotFoundError(f"{PROTO_ROOT} has no protos: build from within a checkout of taquin")
        pathlib.Path(self.build_lib).mkdir(parents=True, exist_ok=True)
        arguments = [
            "protoc",
            f"-I{PROTO_ROOT}",
            f"-I{importlib.resources.files('grpc_tools') / '_proto'}",
            f"--python_out={self.build_lib}",
            f"--pyi_out={self.build_lib}",
            f"--grpc_python_out={self.build_lib}",
            *protos,
        ]
        if protoc.main(arguments) != 0:
            raise RuntimeError("protoc failed")


setuptools.setup(cmdclass={"build_py": BuildWithStubs})
