"""Output is news if the lines that pass the filters differ, apart from their times."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.executor.comparing import Filter, is_new

CASES: dict[str, tuple[str | None, str, list[str], list[str], bool]] = {
    "first output": (None, "a\n", [], [], True),
    "same": ("a\nb\n", "a\nb\n", [], [], False),
    "other": ("a\n", "b\n", [], [], True),
    "more": ("a\n", "a\nb\n", [], [], True),
    "less": ("a\nb\n", "a\n", [], [], True),
    "only its time differs": (
        "2026-01-01T10:00:00+0000    info: one\n",
        "2026-01-02T11:11:11+0000    info: one\n",
        [],
        [],
        False,
    ),
    "a time without a message": ("2026-01-01T10:00:00 x", "2026-01-01T10:00:01 x", [], [], True),
    "excluded": ("a\n", "noise\na\nnoise 2\n", [], ["noise.*"], False),
    "everything is excluded": ("a\n", "noise\n", [], ["noise"], False),
    "everything is excluded at first": (None, "noise\n", [], ["noise"], False),
    "a pattern matches whole lines": ("a\n", "a\nnoise 2\n", [], ["noise"], True),
    "not included": ("a\n", "a\nb\n", ["a"], [], False),
    "included and excluded": ("a\n", "a\nab\n", ["a.*"], ["ab"], False),
    "an invalid pattern is left out": ("a\n", "b\n", ["("], [], True),
}


@pytest.mark.parametrize("name", CASES)
def test_is_new(name: str, tmp_path: Path) -> None:
    old, new, include, exclude, wanted = CASES[name]
    previous, path = tmp_path / "previous", tmp_path / "new"
    if old is not None:
        previous.write_text(old)
    path.write_text(new)
    lines: list[str] = []
    found = is_new(str(path), str(previous), Filter(include, exclude, Log(write=lines.append)))
    assert found is wanted
    assert bool(lines) is ("(" in include)
