"""Queries with many clauses, many values and long fields."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.store.payloads import facts

from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.query.ask import ask
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import FUNCTIONS

MANY = 1500
HUEY = [{"certname": "huey.lab"}]


@pytest.fixture
def pond(address: str) -> Iterator[Database]:
    """Return a database that knows the facts of two nodes."""
    database = open_database(address, print, FUNCTIONS)
    name = "replace facts"
    for certname, depth in (("huey.lab", 7), ("dewey.lab", -1)):
        payload = facts(certname, depth=depth)
        database.write(read_command(name, COMMANDS[name][1], certname, payload, 0).write)
    yield database
    database.close()


def certnames(database: Database, clause: object) -> list[object]:
    return ask(database, ["from", "nodes", ["extract", ["certname"], clause]]).rows


@pytest.mark.parametrize("operator", ["or", "and"])
def test_a_query_has_many_clauses(pond: Database, operator: str) -> None:
    clauses: list[object] = [["=", "certname", "huey.lab"]]
    if operator == "or":
        clauses += [["=", "certname", f"duck{number}"] for number in range(MANY)]
    else:
        clauses += [["not", ["=", "certname", f"duck{number}"]] for number in range(MANY)]
    assert certnames(pond, [operator, *clauses]) == HUEY


def test_an_array_has_many_values(pond: Database) -> None:
    names = [f"duck{number}" for number in range(40_000)]
    assert certnames(pond, ["in", "certname", ["array", [*names, "huey.lab"]]]) == HUEY
    depths = ["in", ["fact", "depth"], ["array", list(range(MANY))]]
    assert certnames(pond, depths) == HUEY


def test_a_field_has_a_limit(pond: Database) -> None:
    field = "facts" + '."x' * 2000
    with pytest.raises(QueryError, match="a field has at most 4096 characters"):
        ask(pond, ["from", "inventory", ["=", field, 1]])
