"""The state of the agent, and runs without usable state."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any

import pytest
from tests.conftest import Opened

from duckrow.cfengine.agent.prepare import make_context
from duckrow.cfengine.evaluation.context import Context
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.evaluation.promises.locks import obtain
from duckrow.cfengine.evaluation.state import NAME, State
from duckrow.machine.processes.table import start_of


class Said(Log):
    """A log that stores its messages."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__("verbose", self._keep)
        self.lines: list[str] = []

    def _keep(self, text: str) -> None:
        self.lines.append(text.strip())


Make = Callable[[Path], tuple[Context, Said]]


@pytest.fixture
def make(opened: Opened) -> Make:
    def make(directory: Path) -> tuple[Context, Said]:
        options = Options()
        options.work_directory = str(directory)
        log = Said()
        context = make_context(options, log)
        context.state = opened(State(str(directory), log))
        return context, log

    return make


def rows(state: State, query: str) -> list[tuple[Any, ...]]:
    return state.transact(lambda connection: connection.execute(query).fetchall())


def test_keys_and_values(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    state = context.state
    assert state.get("a", "k") is None
    assert not (tmp_path / "state" / NAME).exists()
    state.put("a", "k", "v")
    state.put("a", "b\udcff", "w\udcfe")
    state.put("b", "k", "other")
    state.put("a", "k", "new")
    state.close()
    again = make(tmp_path)[0].state
    assert again.get("a", "k") == "new"
    assert again.get("a", "b\udcff") == "w\udcfe"
    assert [key for key, _ in again.items("a")] == ["k", "b\udcff"]
    again.remove("a", "k")
    assert again.get("a", "k") is None
    assert again.get("b", "k") == "other"


def test_a_persistent_class_expires(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    context.state.save_class(context, "kept", 5, "reset", ("source=promise",))
    context.state.save_class(context, "ns:other", 5, "reset", ())
    context.state.close()
    again, _ = make(tmp_path)
    again.state.load_classes(again, set())
    found = again.classes.get("default", "kept")
    assert found is not None
    assert found.tags == ("source=promise", "source=persistent")
    assert again.classes.get("ns", "other") is not None
    again.options.started += 6 * 60
    late, log = make(tmp_path)
    late.options.started += 6 * 60
    late.state.load_classes(late, set())
    assert late.classes.get("default", "kept") is None
    assert "verbose: Persistent class 'kept' expired" in log.lines
    assert rows(make(tmp_path)[0].state, "SELECT * FROM classes") == []


def test_a_class_can_be_negated_and_removed(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    context.state.save_class(context, "kept", 5, "reset", ())
    context.state.load_classes(context, {"kept"})
    assert context.classes.get("default", "kept") is None
    context.state.remove_class("kept")
    context.state.load_classes(context, set())
    assert context.classes.get("default", "kept") is None


def test_absolute_keeps_its_time_and_reset_does_not(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    state = context.state
    for policy in ("absolute", "reset"):
        state.save_class(context, policy, 5, policy, ())
        state.save_class(context, policy, 50, policy, ())
    expires = dict(rows(state, "SELECT name, expires FROM classes"))
    assert expires["reset"] - expires["absolute"] == pytest.approx(45 * 60, abs=5)


def test_a_damaged_database_is_quarantined(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    context.state.put("a", "k", "v")
    context.state.close()
    path = tmp_path / "state" / NAME
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    path.write_bytes(b"rubbish" * 1000)
    again, log = make(tmp_path)
    again.state.put("a", "k", "w")
    assert again.state.get("a", "k") == "w"
    assert any("is damaged" in line for line in log.lines)
    assert list((tmp_path / "state").glob(f"{NAME}.bad-*"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_run_continues_without_a_writable_state_directory(tmp_path: Path, make: Make) -> None:
    context, log = make(tmp_path)
    (tmp_path / "state").chmod(0o500)
    context.state.put("a", "k", "v")
    assert context.state.get("a", "k") is None
    assert any("Unable to" in line for line in log.lines)


def test_a_lock_is_not_taken_again_too_soon(tmp_path: Path, make: Make) -> None:
    context, log = make(tmp_path)
    assert obtain(context, "name", 1, 1)
    _release(context, "name")
    assert not obtain(context, "name", 1, 1)
    assert any(line.startswith("verbose: Nothing promised here [last.name]") for line in log.lines)
    assert obtain(context, "name", 0, 1)
    _release(context, "name")
    context.options.started += 120  # a release stores the current time
    assert obtain(context, "name", 1, 1)


def test_a_lock_is_stamped_with_the_time_at_which_it_was_taken(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    context.options.started -= 3600
    before = int(time.time())
    assert obtain(context, "name", 1, 1)
    ((stamp,),) = rows(context.state, "SELECT time FROM locks WHERE name='lock.name'")
    assert before <= stamp <= time.time()


def _release(context: Context, name: str) -> None:
    from duckrow.cfengine.evaluation.promises.locks import Lock

    Lock(context, name).release()


def _hold(context: Context, pid: int, born: int | None, minutes: int) -> None:
    when = context.options.started - minutes * 60
    context.state.transact(
        lambda connection: connection.execute(
            "INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?)", ("lock.name", pid, born, when)
        )
    )


def test_old_entries_are_removed(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    assert obtain(context, "new", 0, 1)
    _hold(context, 1, 1, 60 * 24 * 29)
    context.state.close()
    again = make(tmp_path)[0]
    assert [name for (name,) in rows(again.state, "SELECT name FROM locks")] == ["lock.new"]
    _hold(again, 1, 1, 60 * 24 * 29)
    again.state.close()
    assert len(rows(make(tmp_path)[0].state, "SELECT name FROM locks")) == 2


def test_the_lock_of_a_dead_process_is_free(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    _hold(context, done.pid, 1, 0)
    assert obtain(context, "name", 0, 10)


def test_a_reused_process_id_is_not_the_holder(tmp_path: Path, make: Make) -> None:
    context, _ = make(tmp_path)
    _hold(context, os.getpid(), (start_of(os.getpid()) or 0) + 1, 0)
    assert obtain(context, "name", 0, 10)


def test_a_living_holder_is_ended_after_expireafter(tmp_path: Path, make: Make) -> None:
    context, log = make(tmp_path)
    holder = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        _hold(context, holder.pid, start_of(holder.pid) or 0, 5)
        assert not obtain(context, "name", 0, 10)
        assert "verbose: Couldn't obtain lock for lock.name (already running!)" in log.lines
        assert holder.poll() is None
        assert obtain(context, "name", 0, 5)
        assert holder.wait(10) != 0
        assert "info: Lock expired after 5/5 minutes: lock.name" in log.lines
    finally:
        holder.kill()
        holder.wait()
        if holder.stdin is not None:
            holder.stdin.close()


def test_a_process_with_an_unknown_start_time_is_never_signalled(
    tmp_path: Path, make: Make
) -> None:
    context, log = make(tmp_path)
    with subprocess.Popen(["sleep", "60"]) as stranger:
        try:
            _hold(context, stranger.pid, None, 5)
            assert not obtain(context, "name", 0, 10)
            assert obtain(context, "name", 0, 5)
            assert stranger.poll() is None
            assert any(f"without a signal to process {stranger.pid}" in line for line in log.lines)
        finally:
            stranger.kill()
    ((pid, born),) = rows(context.state, "SELECT pid, born FROM locks WHERE name='lock.name'")
    assert (pid, born) == (os.getpid(), start_of(os.getpid()))


def test_an_unknown_start_time_is_stored_as_null(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Make
) -> None:
    monkeypatch.setattr("duckrow.machine.processes.table.start_of", lambda _pid: None)
    assert make(tmp_path)[0].state.holder() == (os.getpid(), None)


def test_a_failed_purge_still_closes_the_database(tmp_path: Path, make: Make) -> None:
    state = make(tmp_path)[0].state
    state.put("cfengine", "purged", "0")
    state.transact(lambda connection: connection.execute("DROP TABLE classes"))
    with pytest.raises(OperationalError, match="no such table: classes"):
        state.close()
