"""Patterns of paths, in a world made of data and in a real directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.functions.stdlib.files.glob import find_paths
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld, World

WORLD = FakeWorld(dict.fromkeys(["/d/a.conf", "/d/b.conf", "/d/.c.conf", "/d/e/f.conf"], b""))


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("/d/*.conf", ["/d/a.conf", "/d/b.conf"]),
        ("/d/**/*.conf", ["/d/a.conf", "/d/b.conf", "/d/e/f.conf"]),
        ("/d/{b,a}.conf", ["/d/b.conf", "/d/a.conf"]),
        ("/d/[!b].conf", ["/d/a.conf"]),
        ("/d/\\*.conf", []),
        ("/d/*/", ["/d/e/"]),
        ("/none/*", []),
        ("", []),
    ],
)
def test_patterns(pattern: str, found: list[str]) -> None:
    assert find_paths(WORLD, pattern) == found


def test_a_link_to_a_directory_around_it_is_not_followed_for_ever(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").touch()
    (tmp_path / "a" / "back").symlink_to(tmp_path)
    assert find_paths(World(), f"{tmp_path}/**/x") == [f"{tmp_path}/a/x"]


def test_a_pattern_has_no_null_byte() -> None:
    with pytest.raises(EvaluationError):
        find_paths(WORLD, "/d/\0")
