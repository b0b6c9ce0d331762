"""The minute of the last run."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.executor.begun import Begun


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "state").mkdir()
    return tmp_path


def test_a_run_is_known_in_its_minute_only(work: Path) -> None:
    begun = Begun(str(work))
    assert not begun.has(600)
    begun.note(659)
    assert Begun(str(work)).has(600)
    assert begun.has(659)
    assert not begun.has(599)
    assert not begun.has(660)


@pytest.mark.parametrize("content", [b"", b"quack", b"10\0", b"1" * 99, b"\xff"])
def test_a_damaged_file_is_as_none(work: Path, content: bytes) -> None:
    (work / "state/cf-execd.begun").write_bytes(content)
    begun = Begun(str(work))
    assert not begun.has(600)
    begun.note(600)
    assert begun.has(600)


def test_a_directory_that_is_missing_is_no_error(tmp_path: Path) -> None:
    begun = Begun(str(tmp_path))
    begun.note(600)
    assert not begun.has(600)
