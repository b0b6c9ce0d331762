"""Numbers that are larger than the databases have them, and what cannot be grouped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.store.payloads import catalog, facts, report, resource

from duckrow.machine.sqlite import DatabaseError
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.query.ask import ask
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import FUNCTIONS


@pytest.fixture
def pond(address: str) -> Iterator[Database]:
    """Return a database that knows the facts of a node, with a long number."""
    database = open_database(address, print, FUNCTIONS)
    payload = facts("huey.lab", depth="9" * 5000)
    command = read_command("replace facts", COMMANDS["replace facts"][1], "huey.lab", payload, 0)
    database.write(command.write)
    yield database
    database.close()


def test_a_number_of_more_than_64_bits_is_rejected() -> None:
    huge = {**resource("Notify", "x"), "line": 1 << 63}
    for name, payload in (
        ("replace catalog", catalog("huey.lab", 2, huge)),
        ("store report", report("huey.lab", report_format=1 << 63)),
    ):
        with pytest.raises(InvalidCommandError, match="a whole number of at most 64 bits"):
            read_command(name, COMMANDS[name][1], "huey.lab", payload, 0)


def test_a_time_after_the_year_9999_is_no_time(pond: Database) -> None:
    with pytest.raises(QueryError):
        ask(pond, ["from", "reports", ["<", "end_time", 10**15]])


def test_data_cannot_be_grouped(pond: Database) -> None:
    for fields in (["facts"], [["function", "count"]]):
        query = ["from", "factsets", ["extract", fields, ["group_by", "facts"]]]
        with pytest.raises(QueryError, match="cannot be in group_by"):
            ask(pond, query)


def test_a_fact_of_many_digits_is_a_number(pond: Database) -> None:
    average = ["extract", [["function", "avg", "value"]], ["=", "name", "depth"]]
    assert len(ask(pond, ["from", "facts", average]).rows) == 1


def test_only_a_slow_pattern_is_called_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duckrow.store.query.patterns.TIME_LIMIT", 0.01)
    query = ["from", "facts", ["~", "value", "^(a+)+$"]]
    payload = facts("huey.lab", pond="a" * 50_000 + "b")
    command = read_command("replace facts", COMMANDS["replace facts"][1], "huey.lab", payload, 0)
    slow = open_database(f"{tmp_path}/store.db", print, FUNCTIONS)
    slow.write(command.write)
    with pytest.raises(QueryError, match="a regular expression takes longer"):
        ask(slow, query)
    slow.close()

    def fail(_pattern: str, _text: object) -> None:
        raise ValueError

    broken = open_database(f"{tmp_path}/store.db", print, {**FUNCTIONS, "regexp": (2, fail)})
    with pytest.raises(DatabaseError):
        ask(broken, query)
    broken.close()
