from __future__ import annotations

import pytest

from duckrow.puppet.hiera.locations import join


@pytest.mark.parametrize(
    ("directory", "path", "joined"),
    [
        ("/a/b", "c.yaml", "/a/b/c.yaml"),
        ("/a/b/", "./c.yaml", "/a/b/c.yaml"),
        ("/a/b", "../c.yaml", "/a/c.yaml"),
        ("/a/b", "../../../c.yaml", "/c.yaml"),
        ("/a/b", "x/../c.yaml", "/a/b/x/../c.yaml"),
        ("/a/b", "/c.yaml", "/c.yaml"),
        ("/a/b", ".", "/a/b"),
    ],
)
def test_paths_are_put_behind_directories(directory: str, path: str, joined: str) -> None:
    assert join(directory, path) == joined
