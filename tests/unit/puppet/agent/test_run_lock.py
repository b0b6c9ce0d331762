from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import Lab

from duckrow.machine.files import private
from duckrow.puppet.agent.run_lock import PidLock


def test_a_lock_of_this_process(tmp_path: Path) -> None:
    path = tmp_path / "deep/lock"
    lock = PidLock(str(path))
    assert lock.take()
    assert path.read_text() == str(os.getpid())
    assert lock.take()  # again
    lock.release()
    assert not path.exists()


def test_a_lock_is_never_seen_without_its_holder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process would take a lock that is empty for one of a dead process."""
    path, real, seen = tmp_path / "lock", private.write_all, []

    def write_all(number: int, content: bytes) -> None:
        seen.append(path.exists())
        real(number, content)

    monkeypatch.setattr(private, "write_all", write_all)
    assert PidLock(str(path)).take()
    assert seen == [False]
    assert [each.name for each in tmp_path.iterdir()] == ["lock"]


def test_a_lock_of_a_process_that_has_ended_counts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    for text in ("4194999", "quack", "", "1"):  # 1 is init, which is no agent
        path.write_text(text)
        lock = PidLock(str(path))
        assert lock.holder() is None
        assert lock.take()
        lock.release()


def test_another_run(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    lock = tmp_path / "var/state/agent_catalog_run.lock"
    other = _sleeping_agent()
    try:
        lock.write_text(str(other.pid))
        lab.seen.clear()
        code, out, _ = agent()
        words = "Notice: Run of Puppet configuration client already in progress; skipping"
        assert (code, lab.seen) == (1, [])
        assert out == f"{words}  (DIR/var/state/agent_catalog_run.lock exists)\n"
        code, out, _ = agent("--waitforlock", "1", "--maxwaitforlock", "0")
        assert code == 1
        assert "maxwaitforlock timeout has been exceeded" in out
    finally:
        other.kill()
        other.wait()
    assert agent()[0] == 0


def test_disable_and_enable(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    assert agent("--disable=the pond is dry")[0] == 0
    file = tmp_path / "var/state/agent_disabled.lock"
    assert json.loads(file.read_text()) == {"disabled_message": "the pond is dry"}
    assert agent("--enable")[0] == 0
    assert agent("--disable", "a heron came", "--verbose")[0] == 0
    assert json.loads(file.read_text()) == {"disabled_message": "a heron came"}
    assert agent("--enable")[0] == 0
    assert agent("--disable=the pond is dry")[0] == 0
    assert agent("--disable=another reason")[0] == 0
    code, out, _ = agent("--detailed-exitcodes")
    assert code == 1
    assert out == (
        "Notice: Skipping run of Puppet configuration client; administratively disabled "
        "(Reason: 'the pond is dry');\nUse 'puppet agent --enable' to re-enable.\n"
    )
    assert lab.seen == []
    assert agent("--enable")[0] == 0
    assert agent()[0] == 0
    agent("--disable")
    assert "(Reason: 'reason not specified')" in agent()[1]


def _sleeping_agent() -> subprocess.Popen[bytes]:
    """Start a process whose command line is that of an agent."""
    code = "import time; time.sleep(600)"
    return subprocess.Popen([sys.executable, "-c", code, "puppet agent"])
