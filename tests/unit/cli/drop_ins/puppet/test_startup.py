"""`puppet apply` starts as fast as `duckrow apply`: it imports its own few modules and no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WATCHED = """
import os, sys
sys.argv = sys.argv[1:]
os._exit = sys.exit
try:
    with open(sys.argv[0], "rb") as script:
        exec(script.read())
except SystemExit as end:
    assert not end.code
print("imported:", *sys.modules)
"""
OWN = {
    "duckrow.cli.drop_ins",
    "duckrow.cli.drop_ins.base",
    # It writes the report to the files that Puppet writes.
    "duckrow.cli.runs.run_settings",
    "duckrow.data",
    "duckrow.data.yaml_blocks",
    "duckrow.machine.processes.command",
    "duckrow.machine.processes.output",
    *(
        f"duckrow.cli.drop_ins.puppet{name}"
        for name in (
            "",
            ".application",
            ".apply",
            ".command_line",
            ".console",
            ".index",
            ".main",
            ".optparse",
            ".settings",
        )
    ),
}


def imported_by(program: str, *words: str) -> set[str]:
    script = Path(sys.executable).with_name(program)
    command = [sys.executable, "-c", WATCHED, str(script), *words]
    out = subprocess.check_output(command, text=True)
    return set(out.rpartition("imported:")[2].split())


def test_apply_imports_what_duckrow_apply_imports(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    words = ["apply", "-e", "notice(1)", "--vardir", str(tmp_path)]
    imported_by("duckrow", *words, "--state-dir", str(state))  # fills the code cache
    usual = imported_by("duckrow", *words, "--state-dir", str(state))
    ours = imported_by("puppet", *words)
    assert ours - usual <= OWN


def test_the_version_needs_few_modules() -> None:
    ours = imported_by("puppet", "--version")
    heavy = {"duckrow.puppet", "re", "typing", "dataclasses", "enum", "pathlib", "json"}
    assert not heavy & ours
