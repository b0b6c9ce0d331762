"""What the kernel says of a path besides the usual facts."""

from __future__ import annotations

import os
from errno import ENOTSUP
from pathlib import Path

import pytest

from duckrow.machine.files.extra import extended_attributes, free_bytes


def test_extended_attributes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    try:
        os.setxattr(path, "user.colour", b"red")
    except OSError as error:
        if error.errno == ENOTSUP:
            pytest.skip("this file system has no attributes of users")
        raise
    assert ("user.colour", b"red") in extended_attributes(str(path))


def test_a_link_has_its_own(tmp_path: Path) -> None:
    os.symlink("nowhere", tmp_path / "link")
    assert not [name for name, _ in extended_attributes(str(tmp_path / "link")) if "user" in name]


def test_free_space(tmp_path: Path) -> None:
    assert free_bytes(str(tmp_path)) >= 0
    with pytest.raises(FileNotFoundError):
        free_bytes(str(tmp_path / "nothing"))
