"""Bundles call bundles: deep calls work, endless recursion is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.drop_ins.cf_agent import run_words


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    found = tmp_path / "p.cf"
    found.touch(0o600)
    return found


def test_calls_may_be_deep(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = (f'bundle agent b{n} {{ methods: "m" usebundle => b{n + 1}; }}\n' for n in range(300))
    path.write_text(
        'bundle agent main { methods: "m" usebundle => b0; }\n'
        + "".join(calls)
        + 'bundle agent b300 { reports: "deep"; }\n'
    )
    assert run_words(["-Kf", str(path)]) == 0
    assert capsys.readouterr().out == "R: deep\n"


def test_endless_recursion_of_bundles_is_an_error(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text("""
        bundle agent main { methods: "m" usebundle => again("1"); }
        bundle agent again(n) { methods: "m$(n)" usebundle => again("$(n)1"); }
    """)
    assert run_words(["-Kf", str(path)]) == 1
    told = capsys.readouterr().out
    assert "Bundle 'again' is called 1001 levels deep: does it call itself?" in told
