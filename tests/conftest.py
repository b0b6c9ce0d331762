"""What several test files need."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from sqlite3 import Connection, ProgrammingError
from typing import Any, Protocol, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from duckrow.cli.main import main
from duckrow.machine import sqlite
from duckrow.state import database
from duckrow.state.journal import Entry
from duckrow.state.reports import StoredReports

# Fact sets that are installed on the host must not change what a test sees.
os.environ["FACTERDB_SKIP_DEFAULTDB"] = "yes"

# A busy machine is no reason to fail: nothing here is a question of time.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

Outcome = tuple[int, str, str]


class Closable(Protocol):
    """Something that a test opens."""

    def close(self) -> None: ...


Thing = TypeVar("Thing", bound=Closable)


class Opened:
    """Closes at the end of a test everything that the test passed through it."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def __call__(self, thing: Thing) -> Thing:
        self._stack.callback(thing.close)
        return thing


def stored_runs(directory: str | Path) -> list[tuple[Entry, dict[str, Any] | None]]:
    """Return the runs in a state directory and their reports, the last one first."""
    reports = StoredReports(str(directory))
    try:
        return [(entry, reports.report(entry)) for entry in reports.runs()]
    finally:
        reports.close()


def pytest_collection_finish() -> None:
    """The collected tests live to the end: no garbage collection needs to look at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def same_environment() -> Iterator[None]:
    """Restore the environment variables: the agent removes some, and policies set some."""
    before = dict(os.environ)
    yield
    if os.environ != before:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture
def duckrow(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command line in this process; gives exit code, stdout and stderr."""

    def run(*words: str) -> Outcome:
        capsys.readouterr()
        code = main(list(words))
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def program() -> str:
    """Give the path of the installed command."""
    return os.path.join(os.path.dirname(sys.executable), "duckrow")


@pytest.fixture
def command(program: str) -> Callable[..., Outcome]:
    """Run the installed command in a process of its own, feeding it `data`."""

    def run(*words: str, data: bytes = b"") -> Outcome:
        done = subprocess.run([program, *words], input=data, capture_output=True, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite expected output; read the diff")
    parser.addoption(
        "--reference", action="store_true", help="compare with the installed Puppet as well"
    )
    parser.addoption("--faults", action="store_true", help="run the slow fault tests as well")
    parser.addoption("--agents", action="store_true", help="run real agents against our server")
    parser.addoption("--screenshots", metavar="DIR", help="where browser tests put their pictures")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons = {
        "reference": "needs the reference implementation: make conformance",
        "faults": "takes long: make faults",
    }
    for marker, reason in reasons.items():
        if config.getoption(f"--{marker}"):
            continue
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a database of the state open."""
    opened: list[Connection] = []

    def connect(path: str, wait: float) -> Connection:
        connection = sqlite.connect(path, wait)
        opened.append(connection)
        return connection

    monkeypatch.setattr(database, "connect", connect)
    yield
    left_open = [connection for connection in opened if _is_open(connection)]
    for connection in left_open:
        connection.close()
    assert not left_open, "the test left a database open"


def _is_open(connection: Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018  (raises if the connection is closed)
    except ProgrammingError:
        return False
    return True


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Return a function that registers something to be closed, and returns it."""
    with ExitStack() as stack:
        yield Opened(stack)
