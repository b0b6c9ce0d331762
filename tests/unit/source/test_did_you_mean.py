"""Names that few keystrokes tell apart."""

from __future__ import annotations

import pytest

from duckrow.source.did_you_mean import did_you_mean


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("mesage", ["name", "message", "withpath"], "message"),
        ("--modulpath", ["--modulepath", "--node"], "--modulepath"),
        ("--nosuchoption", ["--section", "--color"], ""),
        ("duck", [], ""),
    ],
)
def test_suggestions(name: str, known: list[str], meant: str) -> None:
    assert did_you_mean(name, known) == (f"did you mean {meant}?" if meant else "")
