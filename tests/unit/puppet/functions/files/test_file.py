"""file, binary_file, find_file, find_template, module_directory: names lead to files of modules."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.puppet.functions.fake_scope import scope_in

from duckrow.puppet.functions.table import find
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.world import FakeWorld

WORLD = FakeWorld(
    {
        "/m/pond/files/bread": b"\xef\xbb\xbfbread\r\n",
        "/m/pond/files/bytes": b"\xff",
        "/m/pond/templates/t.epp": b"",
        "/top": b"top",
    }
)


def call(name: str, *arguments: object) -> Any:
    function = find(name)
    assert function is not None
    return function(scope_in(WORLD, pond="/m/pond"), *arguments)


def test_the_first_file_that_exists_is_read() -> None:
    assert call("file", "pond/none", "lake/bread", "pond/bread", "/top") == "bread\r\n"
    assert call("file", "/none", "/top") == "top"


def test_bytes_that_are_no_text_survive() -> None:
    assert call("file", "pond/bytes").encode("utf-8", "surrogateescape") == b"\xff"
    assert call("binary_file", "pond/bytes") == Binary(b"\xff")


def test_without_a_file_the_names_are_reported() -> None:
    with pytest.raises(EvaluationError, match="Could not find any files from pond/x, /y"):
        call("file", "pond/x", "/y")


def test_a_file_that_is_gone_when_it_is_read() -> None:
    class Forgetful(FakeWorld):
        """Knows that a file is there, and cannot open it."""

        def read(self, path: str) -> bytes:
            raise PermissionError(13, "Permission denied", path)

    world = Forgetful({"/f": b""})
    function = find("file")
    assert function is not None
    with pytest.raises(EvaluationError, match="Permission denied @ rb_sysopen - /f"):
        function(scope_in(world), "/f")


def test_paths_are_found() -> None:
    assert call("find_file", "pond/none", "pond/bread") == "/m/pond/files/bread"
    assert call("find_file", ["pond/none", "pond/bread"]) == "/m/pond/files/bread"
    assert call("find_file", "pond", "", "lake/bread") is None
    assert call("find_template", "pond/t.epp") == "/m/pond/templates/t.epp"
    assert call("module_directory", "lake", "pond") == "/m/pond"
    assert call("module_directory", ["lake"]) is None
