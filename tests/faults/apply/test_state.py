"""State under bad luck: runs that are killed, disks that are full or read-only."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.conftest import Opened, stored_runs

from duckrow.state.store import Store

needs_mounts = pytest.mark.skipif(
    os.geteuid() != 0
    or shutil.which("unshare") is None
    or subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode != 0,
    reason="mounting a file system needs root and mount namespaces",
)
RUN = f"{sys.executable} -m duckrow apply --state-dir"


def in_tmpfs(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script with a file system of two megabytes at $1, which goes away with it."""
    head = 'set -e; mount -t tmpfs -o size=2m tmpfs "$1"; cd "$1"\n'
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", head + script, "sh", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@needs_mounts
def test_a_full_disk_takes_the_report_all_the_same(tmp_path: Path) -> None:
    done = in_tmpfs(
        f"""
        {RUN} "$1/state" -e 'notify {{ a: }}'
        dd if=/dev/zero of=fill bs=4k 2>/dev/null || true
        {RUN} "$1/state" -e 'notify {{ b: }}'
        {sys.executable} -c "
from duckrow.state.reports import StoredReports
print(len(StoredReports('state').runs()), 'reports')"
        """,
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "Notice: b" in done.stdout
    assert done.stdout.endswith("2 reports\n")


@needs_mounts
def test_with_no_space_at_all_the_report_is_printed(tmp_path: Path) -> None:
    done = in_tmpfs(
        f"""
        dd if=/dev/zero of=fill bs=4k 2>/dev/null || true
        {RUN} "$1/state" -e 'notify {{ b: }}'
        """,
        tmp_path,
    )
    assert "Notice: b" in done.stdout
    assert '"status":"changed"' in done.stderr


@needs_mounts
def test_a_read_only_state_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    done = in_tmpfs(
        f"""
        {RUN} "$1/state" -e 'notify {{ a: }}' >/dev/null
        mount -o remount,ro "$1"
        {RUN} "$1/state" -e 'notify {{ b: }}' || echo "code $?"
        """,
        tmp_path,
    )
    assert "Notice: b" in done.stdout
    assert "Could not" in done.stderr
    assert '"status":"changed"' in done.stderr


@pytest.mark.faults
def test_runs_that_are_killed_leave_a_state_that_works(tmp_path: Path, opened: Opened) -> None:
    chance = random.Random(6)
    state = str(tmp_path / "state")
    words = [sys.executable, "-m", "duckrow", "apply", "--state-dir", state, "-e", "notify { a: }"]
    for _ in range(40):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0.02, 0.5))
            process.kill()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said: list[str] = []
    opened(Store(state, said.append))
    assert said == []
    for run, report in stored_runs(state):
        assert run.status in ("changed", "interrupted")
        assert (report is None) == (run.status == "interrupted")
