"""A daemon, or a tool, says why it could not read a policy."""

from __future__ import annotations

import marshal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from duckrow.cfengine.agent.daemon_policy import INVALID, in_child, log_unread
from duckrow.cfengine.agent.daemons import has_rules, show_component
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.executor import reading as executor
from duckrow.cfengine.monitor import reading as monitor
from duckrow.cfengine.monitor.measuring import measure
from duckrow.cfengine.server.served import read_policy
from duckrow.cfengine.tools import runagent
from duckrow.cfengine.tools.start import Call
from duckrow.machine.processes.answers import FAULTY, INTERRUPTED, SLOW


@pytest.fixture
def options(tmp_path: Path) -> Options:
    found = make_options({"workdir": [str(tmp_path)]}, [])
    assert isinstance(found, Options)
    return found


def hang() -> bytes:
    time.sleep(600)
    return b""


def test_what_a_child_answers(options: Options) -> None:
    assert in_child(options, Log(), lambda: b"quack") == b"quack"
    assert in_child(options, Log(), lambda: b"") == INVALID
    assert in_child(options, Log(), hang, longest=0.1) == SLOW


def test_a_fault_is_logged(options: Options, capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> bytes:
        raise RuntimeError("the pond is dry")

    assert in_child(options, Log(), fail) == FAULTY
    flush()
    said = capfd.readouterr()
    assert said.out == "   error: A fault in duckrow: RuntimeError: the pond is dry\n"
    assert "Traceback" in said.err


@pytest.mark.parametrize(
    ("why", "level", "text"),
    [
        (INVALID, "error", "is invalid"),
        (FAULTY, "error", "could not be read because of a fault"),
        (SLOW, "error", "takes more than 600 seconds to read"),
        (INTERRUPTED, "info", "was not read to its end because of a signal"),
    ],
)
def test_why_a_policy_is_not_taken(why: str, level: str, text: str) -> None:
    lines: list[str] = []
    log_unread(Log("info", write=lines.append), why)
    assert lines == [f"{level:>8}: The new policy {text}: the last valid one stays in force\n"]


def readers(options: Options, log: Log) -> dict[str, Callable[[], object]]:
    """Return all that read a policy, by what they are for."""
    given = {"workdir": [options.work_directory], "show-server": ["text"], "hail": ["goose"]}
    return {
        "rules": lambda: has_rules(options, log, given),
        "--show-server": lambda: show_component(options, log, given, "server"),
        "execd": lambda: executor.read_settings(options, log, given),
        "monitord": lambda: monitor.read_settings(options, log, given),
        "measurements": lambda: marshal.loads(measure(options, log, given, is_first=False)),
        "serverd": lambda: read_policy(options, log, given),
        "runagent": lambda: runagent._run(Call(given, [], log)),
    }


@pytest.mark.parametrize(
    ("reader", "answer"),
    [
        ("rules", None),
        ("--show-server", 1),
        ("execd", None),
        ("monitord", b""),
        ("measurements", {}),
        ("serverd", None),
        ("runagent", 1),
    ],
)
def test_a_state_of_a_newer_version_is_an_error_with_a_hint(
    options: Options, reader: str, answer: object
) -> None:
    policy = Path(options.entry_point)
    policy.parent.mkdir()
    policy.write_text('bundle agent main { reports: "quack"; }')
    policy.chmod(0o600)
    make_work_directory(options.work_directory)
    state = State(options.work_directory, Log())
    state.put("pond", "ducks", "1")
    state.close()
    database = Path(options.work_directory, "state/duckrow.db")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version=99")
    lines: list[str] = []
    assert readers(options, Log(write=lines.append))[reader]() == answer
    assert f"cannot use {database}: it has version 99" in lines[0]
    assert any("try: install that version of duckrow again" in line for line in lines)
