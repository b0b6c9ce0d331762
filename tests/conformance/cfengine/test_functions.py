"""Policies that call functions report what the reference reports.

Each case is a policy in `functions`, with the reports of cf-agent 3.21.0 beside it (see record.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

from .record import reports

CASES = sorted((Path(__file__).parent / "functions").glob("*.cf"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_reports(
    case: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    main(["agent", "-Kf", str(case)])
    output, errors = capsysbinary.readouterr()
    found = reports(output.decode("utf-8", "surrogateescape"))
    expected = case.with_suffix(".out").read_bytes().decode("utf-8", "surrogateescape")
    assert (found, errors) == (expected, b"")
