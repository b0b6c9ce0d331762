"""Runs of policies: stored once, found by queries, and removed when they are old."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from orjson import dumps, loads
from tests.unit.store.payloads import at, policy_run, promise

from duckrow.store.archive import export_archive, import_archive
from duckrow.store.commands.checks import InvalidCommandError, time_in
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.housekeeping import Ages, Housekeeping
from duckrow.store.purge import purge_node
from duckrow.store.query.ask import ask
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.text import read_text
from duckrow.store.store import Store

HUEY, DEWEY = "huey.lab", "dewey.lab"
NOW = time_in("2026-11-16T12:00:00Z")


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    found = open_database(address, print, FUNCTIONS)
    yield found
    found.close()


def give(database: Database, payload: dict[str, object]) -> None:
    name = str(payload["certname"])
    database.write(read_command("store policy run", 1, name, payload, NOW).write)


def rows(database: Database, query: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = loads(dumps(ask(database, read_text(query)).rows))
    return found


@pytest.fixture
def pond(database: Database) -> Database:
    """Return a store with two runs of one node, and one of another."""
    broken = promise("failed", "/reeds", reason="no directory", messages=["Cannot create"])
    give(database, policy_run(HUEY, 3, promise("kept"), broken, status="failed"))
    calls = promise("repaired", "call", type="methods")
    give(
        database, policy_run(HUEY, 4, promise("repaired"), calls, status="changed", classes=["wet"])
    )
    give(database, policy_run(DEWEY, 3, promise("failed"), promise("noop"), status="failed"))
    return database


def test_a_run_counts_its_promises_but_not_the_calls_of_bundles(pond: Database) -> None:
    fields = "certname, status, kept, repaired, failed, pending"
    query = f"policy_runs[{fields}] {{ order by end_time, certname }}"
    assert [list(row.values()) for row in rows(pond, query)] == [
        [DEWEY, "failed", 0, 0, 1, 1],
        [HUEY, "failed", 1, 0, 1, 0],
        [HUEY, "changed", 0, 1, 0, 0],
    ]


def test_promises_have_their_reasons_and_locations(pond: Database) -> None:
    fields = "certname, bundle, type, reason, messages, file, line, seconds"
    assert rows(pond, f"promises[{fields}] {{ outcome = 'failed' and promiser ~ '^/r' }}") == [
        {
            "certname": HUEY,
            "bundle": "main",
            "type": "files",
            "reason": "no directory",
            "messages": ["Cannot create"],
            "file": "/pond.cf",
            "line": 7,
            "seconds": 0.5,
        }
    ]


def test_latest_run_is_the_one_that_was_made_last(pond: Database) -> None:
    give(pond, policy_run(HUEY, 2, promise("failed", "/old")))  # which comes late
    failed = "promises[certname] { outcome = 'failed' and latest_run? = true }"
    assert rows(pond, failed) == [{"certname": DEWEY}]
    assert rows(pond, "policy_runs[count()] { latest_run? = false }") == [{"count": 2}]


def test_classes_are_those_of_the_latest_run(pond: Database) -> None:
    query = "policy_classes[certname, class] { order by certname, class }"
    found = [tuple(row.values()) for row in rows(pond, query)]
    assert found == [(DEWEY, "any"), (DEWEY, "linux"), (HUEY, "wet")]


def test_subqueries_join_nodes_runs_and_promises(pond: Database) -> None:
    assert rows(pond, "nodes[certname] { policy_classes { class = 'wet' } }") == [
        {"certname": HUEY}
    ]
    query = "policy_runs[certname] { promises { outcome = 'noop' } }"
    assert rows(pond, query) == [{"certname": DEWEY}]
    query = "promises[promiser] { policy_runs { status = 'changed' } and type = 'files' }"
    assert rows(pond, query) == [{"promiser": "/pond"}]


def test_a_run_is_stored_once(pond: Database) -> None:
    give(pond, policy_run(DEWEY, 3, promise("failed"), promise("noop"), status="failed"))
    assert rows(pond, "promises[count()] { certname = 'dewey.lab' }") == [{"count": 2}]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"status": "wet"}, "'status' of the run is not one of failed, changed, unchanged"),
        ({"promises": [promise("wet")]}, "'outcome' of a promise of the run is not one of kept"),
        ({"promises": [{}]}, "a promise of the run lacks 'outcome'"),
        ({"more": 1}, "the run has an unknown key 'more'"),
    ],
)
def test_what_is_no_run_is_rejected(change: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidCommandError, match=why):
        read_command("store policy run", 1, HUEY, policy_run(HUEY, 3, **change), NOW)


def test_old_runs_go_with_their_promises_and_classes(pond: Database) -> None:
    ages = Ages(0, 0, 3600, 0)
    Housekeeping(pond, ages).run(time_in(at(4, 30)), ["purge_reports"])
    assert rows(pond, "policy_runs[certname] {}") == [{"certname": HUEY}]
    assert rows(pond, "promises[count()] {}") == [{"count": 2}]
    assert rows(pond, "policy_classes[class] {}") == [{"class": "wet"}]
    assert rows(pond, "nodes[count()] { policy_classes { class ~ '.' } }") == [{"count": 1}]


def test_a_run_is_a_sign_of_life(pond: Database) -> None:
    Housekeeping(pond, Ages(3600, 0, 0, 0)).run(time_in(at(4, 30)), ["expire_nodes"])
    query = "nodes[certname] { node_state = 'active' }"
    assert rows(pond, query) == [{"certname": HUEY}]


def test_a_purged_node_leaves_nothing(pond: Database) -> None:
    assert purge_node(pond, HUEY)
    for entity in ("policy_runs", "promises", "policy_classes", "nodes"):
        found = {
            row["certname"] for row in rows(pond, f"{entity}[certname] {{ node_state = 'any' }}")
        }
        assert found == {DEWEY}, entity


def test_an_archive_has_runs_of_policies(pond: Database, tmp_path: Path) -> None:
    export_archive(pond, f"{tmp_path}/pond.tgz", NOW)
    before = rows(
        pond, "promises[promiser, outcome, run, reason, messages] { order by run, promiser }"
    )
    other = open_database(f"{tmp_path}/other.db", print, FUNCTIONS)
    skipped: list[str] = []
    assert import_archive(Store(other), f"{tmp_path}/pond.tgz", NOW, skipped.append) == 3
    query = "promises[promiser, outcome, run, reason, messages] { order by run, promiser }"
    assert (rows(other, query), skipped) == (before, [])
    assert rows(other, "policy_classes[class] { certname = 'huey.lab' }") == [{"class": "wet"}]
    other.close()
