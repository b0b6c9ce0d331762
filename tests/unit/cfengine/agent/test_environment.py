"""The environment of a policy's commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

POLICY = """
bundle agent main
{
  vars:
    "seen" string => execresult("/usr/bin/env", "noshell");
  reports:
    "$(seen)";
}
"""


@pytest.mark.parametrize("name", ["COLUMNS", "LANG", "LANGUAGE", "LC_MESSAGES"])
def test_variables_that_change_output_are_not_inherited(tmp_path: Path, name: str) -> None:
    assert f"{name}=duck" not in _seen(tmp_path, {name: "duck"})


def test_other_variables_are_inherited(tmp_path: Path) -> None:
    assert {"LC_TIME=duck", "POND=duck"} <= set(
        _seen(tmp_path, {"LC_TIME": "duck", "POND": "duck"})
    )


def test_variables_that_python_sets_are_not_inherited(tmp_path: Path) -> None:
    assert not [line for line in _seen(tmp_path, {}) if line.startswith("LC_")]
    assert "LC_CTYPE=C.UTF-8" in _seen(tmp_path, {"LC_CTYPE": "C.UTF-8"})


def _seen(folder: Path, variables: dict[str, str]) -> list[str]:
    (folder / "pond.cf").write_text(POLICY)
    (folder / "pond.cf").chmod(0o600)
    result = subprocess.run(
        [
            Path(sys.executable).with_name("cf-agent"),
            "-w",
            folder / "work",
            "-Kf",
            folder / "pond.cf",
        ],
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.removeprefix("R: ").splitlines()
