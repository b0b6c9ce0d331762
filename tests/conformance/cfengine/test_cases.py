"""Policies report what the reference reports.

Each case is a policy, with the reports of cf-agent 3.21.0 beside it (see record.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

from .record import FOLDERS, HERE, Case

CASES = sorted(path for folder in FOLDERS for path in (HERE / folder).glob("*.cf"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_reports(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    monkeypatch.chdir(path.parent)
    case = Case(path)
    for _ in range(case.runs):
        main(["agent", *case.words])
    output, errors = capsysbinary.readouterr()
    expected = path.with_suffix(".out").read_bytes().decode("utf-8", "surrogateescape")
    assert (case.judged(output), errors) == (expected, b"")
