"""Queries of our own, answered as by PuppetDB 7.12.1 on the fleet of fleet.py.

A row of a table is a question, as asking.py describes it. `record.py` says how to ask PuppetDB.
The cases run on SQLite, and on PostgreSQL where its programs are installed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import time_ns

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import (
    Answer,
    ReferenceMissingError,
    assert_answer,
    cases_of,
    each_case,
    questions,
)
from tests.unit.store.servers import PostgresServer, binaries

from duckrow.server.http.exchange import Request
from duckrow.server.puppetdb.query import answer_query
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.database.session import Session
from duckrow.store.query.functions import FUNCTIONS

from .asking import Question, shown
from .fleet import commands
from .record import ask

CASES = cases_of(Path(__file__).parent / "queries")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    base = os.environ.get("PUPPETDB")
    if not base:
        raise ReferenceMissingError("PUPPETDB names no PuppetDB, such as http://127.0.0.1:8080")
    return [[ask(base, question) for question in questions(case)] for case in cases]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """Return a store that knows the fleet."""
    server = None
    address = f"{tmp_path_factory.mktemp('store')}/store.db"
    if request.param == "postgresql":
        if binaries() is None or find_spec("psycopg") is None:
            pytest.skip("needs PostgreSQL and psycopg")
        server = PostgresServer()
        address = server.new_database()
    database = open_database(address, print, FUNCTIONS)
    for command in commands():
        checked = read_command(
            command.name, command.version, command.certname, command.payload, time_ns() // 1000
        )
        database.write(checked.write)
    database.write(_forget_corrective_changes)
    yield database
    database.close()
    if server is not None:
        server.remove()


def _forget_corrective_changes(session: Session) -> None:
    """Forget what the reference does not store."""
    session.execute("UPDATE resource_events SET corrective_change = NULL")


@each_case(CASES)
def test_query(case: Case, store: Database) -> None:
    answers = []
    for text in questions(case):
        question = Question(text)
        parameters = {name: [value] for name, value in question.parameters.items()}
        answer = answer_query(store, Request("GET", question.path, parameters), 14 * 24 * 3600)
        total = answer.headers.get("X-Records")
        answers.append(shown(question, answer.status, answer.body.decode(), total))
    assert_answer(case, answers)
