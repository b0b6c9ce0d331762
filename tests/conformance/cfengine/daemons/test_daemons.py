"""Servers and monitors take promises in the reference's order (see record.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main

from .record import HERE, component_of

CASES = sorted(HERE.glob("*.cf"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_promises_come_in_the_order_of_the_reference(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    policy = tmp_path / path.name
    policy.write_bytes(path.read_bytes())
    policy.chmod(0o600)
    option = f"--show-{component_of(path)}"
    assert main(["promises", f"{option}=json", "-f", str(policy)]) == 0
    shown = capsys.readouterr().out
    found = json.loads(shown[shown.index("{") :])["promises"]
    lines = [f"{each['type']} {each['promiser']} {each['bundle']}\n" for each in found]
    assert "".join(lines) == path.with_suffix(".out").read_text()
