"""The protos under proto/google are copies: each is what Google publishes, letter by letter."""

import pathlib

import google.api
import google.rpc
import pytest

from conftest import TOP

COPIES = TOP / "proto" / "google"
PUBLISHED = {"api": google.api, "rpc": google.rpc}
NAMES = sorted(str(path.relative_to(COPIES)) for path in COPIES.rglob("*.proto"))


def test_there_are_copies():
    assert {name.split("/")[0] for name in NAMES} == set(PUBLISHED)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_what_is_published(name):
    package, file_name = name.split("/")
    (directory,) = PUBLISHED[package].__path__
    assert (COPIES / name).read_bytes() == (pathlib.Path(directory) / file_name).read_bytes()
