"""Scenarios do what they did with the reference: files, log and exit code, twice."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from . import forked, throwaway
from .scenario import Scenario, read_scenarios, run_of

HERE = Path(__file__).parent
ROOMS = sorted(path.parent.name for path in HERE.glob("*/scenarios.json"))


def _cases() -> list[tuple[str, Scenario]]:
    return [(room, scenario) for room in ROOMS for scenario in read_scenarios(str(HERE / room))]


CASES = _cases()
RECORDED = {room: json.loads((HERE / room / "recorded.json").read_text()) for room in ROOMS}
CAN_MOUNT = (
    shutil.which("unshare") is not None
    and subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0
)


@pytest.mark.skipif(os.geteuid() != 0, reason="owners are recorded as root leaves them")
@pytest.mark.parametrize(
    ("room", "scenario"), CASES, ids=[f"{room}-{scenario.name}" for room, scenario in CASES]
)
def test_does_what_the_reference_does(room: str, scenario: Scenario, tmp_path: Path) -> None:
    if scenario.has_accounts and not throwaway.is_possible():
        pytest.skip("accounts need namespaces and the tools that change them")
    if scenario.needs_namespace and not CAN_MOUNT:
        pytest.skip("no mount namespace can be made here")
    if scenario.lacks():
        pytest.skip(f"there is no {scenario.lacks()}")
    root = tmp_path / "root"
    root.mkdir()
    scenario.prepare(str(root))
    with scenario.served(str(root)), scenario.namespace(str(root)) as beside:
        words = ["apply", "--detailed-exitcodes", *scenario.options_for(str(root))]
        words += [f"--state-dir={tmp_path}/state", "-e", scenario.manifest(str(root))]
        for expected in RECORDED[room][scenario.name]:
            if scenario.has_accounts:
                status, log = _run_apart(scenario, str(root), words)
            else:
                status, log = forked.run(words, beside)
            assert run_of(status, log, scenario.outcome(str(root)), str(root)) == expected


def _run_apart(scenario: Scenario, root: str, words: list[str]) -> tuple[int, str]:
    """Run a command line that is to know other accounts than we do from its beginning."""
    command = scenario.around(root, [sys.executable, "-m", "duckrow", *words])
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr
