"""What a run shows while it goes on."""

from __future__ import annotations

import pytest

from duckrow.cli.screen import Progress


def test_progress_shows_when_a_run_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("duckrow.cli.screen.perf_counter", lambda: now[0])
    progress = Progress()
    for number, moment in enumerate((0.5, 1.5, 1.55, 1.7)):
        now[0] = moment
        progress(number, 9)
    progress.clear()
    seen = capsys.readouterr().err
    assert seen == "\r\x1b[K1 of 9\r\r\x1b[K3 of 9\r\r\x1b[K"
    Progress().clear()
    assert capsys.readouterr().err == ""
