from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.machine.processes.daemon import start_python


def test_code_of_the_working_directory_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "duckrow.py").write_text("open('was-run', 'w')")
    monkeypatch.chdir(tmp_path)
    _, status = os.waitpid(start_python(["--version"]), 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert not (tmp_path / "was-run").exists()
