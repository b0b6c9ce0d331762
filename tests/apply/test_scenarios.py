"""Scenarios do what they did with the reference: files, log and exit code, twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .scenario import Scenario, digest_tree, read_scenarios, run_of

HERE = Path(__file__).parent
ROOMS = sorted(path.parent.name for path in HERE.glob("*/scenarios.json"))


def _cases() -> list[tuple[str, Scenario]]:
    return [(room, scenario) for room in ROOMS for scenario in read_scenarios(str(HERE / room))]


CASES = _cases()
RECORDED = {room: json.loads((HERE / room / "recorded.json").read_text()) for room in ROOMS}


@pytest.mark.skipif(os.geteuid() != 0, reason="owners are recorded as root leaves them")
@pytest.mark.parametrize(
    ("room", "scenario"), CASES, ids=[f"{room}-{scenario.name}" for room, scenario in CASES]
)
def test_does_what_the_reference_does(room: str, scenario: Scenario, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    scenario.prepare(str(root))
    command = [sys.executable, "-m", "duckrow", "apply", "--detailed-exitcodes"]
    command += [f"--state-dir={tmp_path}/state", "-e", scenario.manifest(str(root))]
    for expected in RECORDED[room][scenario.name]:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        log = done.stdout + done.stderr
        assert run_of(done.returncode, log, digest_tree(str(root)), str(root)) == expected
