"""Paths of links."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.links import compress


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/a/b", "/a/b"),
        ("/a//b/./c", "/a/b/c"),
        ("/a/../b", "/b"),
        ("/../a", "/a"),
        ("/", "/"),
    ],
)
def test_dots_are_removed(path: str, found: str) -> None:
    assert compress(path) == found
