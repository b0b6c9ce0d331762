"""file: what the system refused is error_text with the whole path."""

from __future__ import annotations

from errno import EACCES, EISDIR, ENOENT, EROFS
from os import strerror
from typing import Any

import pytest

from duckrow.machine.errors import UnsafePath
from duckrow.puppet.providers.file.errors import error_text, property_error_text
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.resources.file import BEHAVIOUR


def wanted(**given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, "/pond/a", given)
    BEHAVIOUR.fill(desired)
    return desired


def error(number: int) -> OSError:
    return OSError(number, strerror(number), "a")


@pytest.mark.parametrize(
    ("number", "given", "expected"),
    [
        (ENOENT, {"ensure": "file"}, "No such file or directory @ rb_sysopen - /pond/a"),
        (EROFS, {"content": "x"}, "Read-only file system @ dir_s_mkdir - /pond/a"),
        (EISDIR, {"content": "x"}, "Is a directory - Is a directory: /pond/a"),
        (ENOENT, {"target": "/x"}, "No such file or directory @ dir_chdir - /pond"),
        (EACCES, {"target": "/x"}, "Permission denied @ rb_file_s_symlink - (/x, /pond/a)"),
        (EACCES, {"ensure": "directory"}, "Permission denied @ dir_s_mkdir - /pond/a"),
    ],
)
def test_making(number: int, given: dict[str, str], expected: str) -> None:
    assert error_text(error(number), wanted(**given)) == expected


def test_changing() -> None:
    desired = wanted(mode="0600")
    assert property_error_text(error(EROFS), desired, "mode", "600") == (
        "failed to set mode 0600 on /pond/a: Read-only file system @ apply2files - /pond/a"
    )


def test_our_own_messages_keep_their_words() -> None:
    refused = UnsafePath("Refusing to follow it", "/pond/a")
    assert error_text(refused, wanted(content="x")) == "Refusing to follow it - /pond/a"
