"""Answers that are too long for the memory, on both databases."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from threading import Thread

import pytest
from tests.unit.store.payloads import facts

from duckrow.store.commands.table import read_command
from duckrow.store.database.allowance import Allowance
from duckrow.store.database.database import Database
from duckrow.store.database.errors import TooSlowError
from duckrow.store.query.ask import JsonAnswer
from duckrow.store.query.options import Options

SERIES = "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {most})"
FACTS = ["from", "facts", ["=", "name", "pond"]]
NODES, SIZE = 150, 200_000


def endless(database: Database) -> str:
    if database.dialect.name == "postgresql":
        return "SELECT pg_sleep(3600)"
    return f"{SERIES.format(most=1 << 60)} SELECT max(n) FROM s"


def fill(database: Database) -> None:
    for number in range(NODES):
        name = f"duck{number}.lab"
        command = read_command("replace facts", 5, name, facts(name, pond="x" * SIZE), 1)
        database.write(command.write)


def test_rows_are_found_when_they_are_asked_for(open_store: Callable[[], Database]) -> None:
    database = open_store()
    is_postgresql = database.dialect.name == "postgresql"
    # The fifth row is an error.
    value = "1 / (5 - n)" if is_postgresql else "abs(-9223372036854775807 - (n = 5))"
    with database.reading(10) as session:
        rows = session.stream(f"{SERIES.format(most=10)} SELECT {value} FROM s")
        assert len(rows.fetchmany(3)) == 3
        with pytest.raises(Exception, match=r"division by zero|integer overflow"):
            rows.fetchmany(3)
        rows.close()


def test_a_long_answer_is_never_whole_in_memory(open_store: Callable[[], Database]) -> None:
    database = open_store()
    fill(database)
    tracemalloc.start()
    answer = JsonAnswer(database, FACTS, Options(), Allowance(60))
    size = sum(map(len, answer.pieces()))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > NODES * SIZE
    assert most < NODES * SIZE / 4


def test_a_reader_that_nobody_waits_for_ends(open_store: Callable[[], Database]) -> None:
    database = open_store()
    allowance = Allowance(3600)
    errors: list[TooSlowError] = []

    def read() -> None:
        try:
            with database.reading(allowance) as session:
                session.execute(endless(database)).fetchone()
        except TooSlowError as error:
            errors.append(error)

    thread = Thread(target=read)
    thread.start()
    allowance.end()  # before, during or between statements
    thread.join()
    assert len(errors) == 1


def test_a_reader_that_was_ended_begins_no_statement(open_store: Callable[[], Database]) -> None:
    database = open_store()
    allowance = Allowance(3600)
    allowance.end()
    with pytest.raises(TooSlowError), database.reading(allowance) as session:
        session.execute(endless(database)).fetchone()


def test_only_the_work_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("duckrow.store.database.allowance.monotonic", lambda: now[0])
    allowance = Allowance(60)
    now[0] = 40.0
    allowance.pause()
    now[0] = 3640.0  # the client reads
    allowance.go_on()
    assert allowance.left == 20.0
    now[0] = 3661.0
    assert allowance.is_used_up()


def test_an_answer_that_is_closed_frees_its_connection(open_store: Callable[[], Database]) -> None:
    database = open_store()
    fill(database)
    answer = JsonAnswer(database, FACTS, Options(), Allowance(60))
    assert answer.next()
    answer.close()
    assert answer.next() == b""
    with database.reading(10) as session:
        assert session.execute("SELECT count(*) FROM certnames").fetchone() == (NODES,)


def test_the_time_in_which_a_client_reads_does_not_count(
    open_store: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_store()
    fill(database)
    now = [0.0]
    monkeypatch.setattr("duckrow.store.database.allowance.monotonic", lambda: now[0])
    answer = JsonAnswer(database, FACTS, Options(), Allowance(60))
    while answer.next():
        now[0] += 3600.0  # an hour passes while the client reads
    late = JsonAnswer(database, FACTS, Options(), Allowance(0))
    with pytest.raises(TooSlowError):
        list(late.pieces())
