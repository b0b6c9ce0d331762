from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from duckrow.cli.checks import pool
from duckrow.cli.checks.check import Rules
from duckrow.cli.inputs import Input, find_inputs

Run = Callable[..., tuple[int, str, str]]

SIZE = pool.ENOUGH_BYTES // 10


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with enough in it for several processes; every third file has an error."""
    monkeypatch.chdir(tmp_path)
    for i in range(12):
        filling = "# quack\n" * (SIZE // 8)
        Path(f"m{i:02}.pp").write_text(f"{filling}notice({i}{')' if i % 3 else ''}\n")
    return tmp_path


def test_a_small_job_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_check_in_parallel", lambda *_: pytest.fail("started processes"))
    inputs = find_inputs(["m00.pp", "m01.pp"], [])
    assert [checked.is_valid for checked in pool.check_all(inputs, Rules(), 4)] == [False, True]


def test_one_job_means_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_check_in_parallel", lambda *_: pytest.fail("started processes"))
    inputs = find_inputs(["."], [])
    assert len(list(pool.check_all(inputs, Rules(), 1))) == 12


def test_results_come_in_the_order_of_the_inputs(duckrow: Run) -> None:
    assert pool.is_long(find_inputs(["."], []))
    alone = duckrow("validate", "--jobs=1", ".", "gone.pp", "m00.pp")
    together = duckrow("validate", "--jobs=3", ".", "gone.pp", "m00.pp")
    assert alone == together
    assert alone[0] == 2
    assert alone[2].endswith("13 files checked, 5 errors, 0 warnings, 1 could not be read\n")


def test_no_more_processes_than_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def spy(inputs: list[Input], rules: Rules, jobs: int) -> Iterator[None]:
        asked.append(jobs)
        return iter(())

    monkeypatch.setattr(pool, "_check_in_parallel", spy)
    list(pool.check_all(find_inputs(["."], []), Rules(), 1000))
    assert asked == [12]


@pytest.fixture
def busy(program: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a validation whose workers wait, one of them for a pipe that stays empty."""
    os.mkfifo("pipe")
    process = subprocess.Popen(
        ["env", "--default-signal=INT", program, "validate", "--jobs=2", ".", "pipe"],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with open("pipe", "wb"):  # opens when a worker has opened the other end
        yield process
    process.wait()
    assert process.stderr is not None
    process.stderr.close()


def test_ctrl_c_ends_the_workers_too(busy: subprocess.Popen[bytes]) -> None:
    with _watched_workers(busy.pid):
        os.killpg(busy.pid, signal.SIGINT)  # a terminal tells the whole group
        assert busy.wait() == 130
    assert busy.stderr is not None
    assert b"Traceback" not in busy.stderr.read()


def test_workers_do_not_outlive_a_killed_command(busy: subprocess.Popen[bytes]) -> None:
    with _watched_workers(busy.pid):
        busy.kill()
        busy.wait()


@contextmanager
def _watched_workers(pid: int) -> Iterator[None]:
    """Expect the two workers of a command to have ended soon after the block."""
    workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert len(workers) == 2
    watches = [os.pidfd_open(int(worker)) for worker in workers]
    try:
        yield
        for watch in watches:  # readable once its process has ended; give up on a hang
            assert select.select([watch], [], [], 60)[0] == [watch]
    finally:
        for watch in watches:
            os.close(watch)
