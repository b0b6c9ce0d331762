"""A daemon says why it could not read a policy."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from duckrow.cfengine.agent.daemon_policy import INVALID, in_child, log_unread
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.cfengine.evaluation.options import Options
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
