"""Runs end as the reference's do: what is said, and the exit codes (see record.py)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.evaluation.log import Log

from .record import Case, cases


@pytest.mark.parametrize("folder", cases(), ids=lambda folder: folder.name)
def test_runs(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = Case(folder, tmp_path)
    for name in os.environ:  # a policy may set any of them, and all are set back in the end
        monkeypatch.setenv(name, os.environ[name])
    for name in ("QUACK", "EMPTY"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(case.work))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    told = ""
    for words in case.runs:
        code = run_command(words, Log(), program="cf-agent", is_drop_in=True)
        told += case.judged(capfdbinary.readouterr().out, code)
    expected = (folder / "out").read_bytes().decode("utf-8", "surrogateescape")
    assert told == expected
