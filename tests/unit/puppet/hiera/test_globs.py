from __future__ import annotations

import pytest

from duckrow.puppet.hiera.globs import files_matching
from duckrow.puppet.world import FakeWorld

WORLD = FakeWorld(
    dict.fromkeys(
        (
            "/d/a.yaml",
            "/d/b.yaml",
            "/d/b/c.yaml",
            "/d/b/deep/e.yaml",
            "/d/c.txt",
            "/d/.hidden.yaml",
            "/d/.dot/f.yaml",
            "/d/[x].yaml",
        ),
        b"",
    )
)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.yaml", "[x].yaml a.yaml b.yaml"),
        ("?.yaml", "a.yaml b.yaml"),
        ("[ac]*", "a.yaml c.txt"),
        ("[^ac]*", "[x].yaml b.yaml"),
        ("{b,a}.yaml", "b.yaml a.yaml"),
        ("{a,{b,c}}.{yaml,txt}", "a.yaml b.yaml c.txt"),
        ("**/*.yaml", "[x].yaml a.yaml b/c.yaml b/deep/e.yaml b.yaml"),
        ("**/e.yaml", "b/deep/e.yaml"),
        ("*/c.yaml", "b/c.yaml"),
        (".*.yaml", ".hidden.yaml"),
        (r"\[x\].yaml", "[x].yaml"),
        ("nope/*.yaml", ""),
        ("a.yaml", "a.yaml"),
        ("b", ""),
    ],
)
def test_files_by_pattern(pattern: str, names: str) -> None:
    found = files_matching(WORLD, f"/d/{pattern}")
    assert [path.removeprefix("/d/") for path in found] == names.split()
