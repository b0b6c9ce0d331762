"""Numbers about all nodes, in both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.unit.store.payloads import Payload, at, catalog, facts, policy_run, report

from duckrow.store import population as numbers
from duckrow.store.commands.checks import time_in
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database
from duckrow.store.population import population, states_of_nodes

NOW = time_in(at(12))


def give(database: Database, name: str, payload: Payload) -> None:
    command = read_command(name, COMMANDS[name][1], str(payload["certname"]), payload, NOW)
    database.write(command.write)


def test_states_of_nodes(open_store: Callable[[], Database]) -> None:
    database = open_store()
    give(database, "store report", report("huey.lab", 3, status="failed", noop_pending=True))
    give(database, "store report", report("huey.lab", 2, status="changed"))  # not the latest
    give(database, "store policy run", policy_run("huey.lab", 8, status="changed"))
    give(database, "store report", report("dewey.lab", 8))
    give(database, "store policy run", policy_run("louie.lab", 3))
    give(database, "replace facts", facts("scrooge.lab"))
    give(database, "replace facts", facts("donald.lab"))
    give(database, "deactivate node", {"certname": "donald.lab", "producer_timestamp": at(9)})
    with database.reading(10) as session:
        found = {
            (each.report, each.is_pending, each.policy_run): each.number
            for each in states_of_nodes(session)
        }
    assert found == {
        ("failed", True, "changed"): 1,
        ("changed", False, None): 1,
        (None, False, "unchanged"): 1,
        (None, False, None): 1,
    }


def test_resources_are_counted_until_they_are_many(
    open_store: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_store()
    give(database, "replace catalog", catalog("huey.lab"))
    with database.reading(10) as session:
        assert population(session, "num-resources") == 2
    database.write(lambda session: session.execute("ANALYZE"))
    give(database, "replace catalog", catalog("dewey.lab"))
    monkeypatch.setattr(numbers, "_MANY", 1)
    with database.reading(10) as session:
        is_estimate = session.dialect.name == "postgresql"
        assert population(session, "num-resources") == (2 if is_estimate else 4)
