"""What several test files need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from sqlite3 import Connection

import pytest
from hypothesis import HealthCheck, settings

from duckrow.cli.main import main
from duckrow.machine import sqlite
from duckrow.state import database

# A busy machine is no reason to fail: nothing here is a question of time.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

Outcome = tuple[int, str, str]


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


@pytest.fixture
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every database that a test leaves open: Python 3.13 warns of each of them."""
    opened: list[Connection] = []

    def connect(path: str, wait: float) -> Connection:
        connection = sqlite.connect(path, wait)
        opened.append(connection)
        return connection

    monkeypatch.setattr(database, "connect", connect)
    yield
    for connection in opened:
        connection.close()
