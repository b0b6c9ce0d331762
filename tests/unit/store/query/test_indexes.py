"""What a front page asks reads indexes: no statement reads all reports or all events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.store.database.sqlite import SqliteDatabase
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.options import read_options
from duckrow.store.query.planner import plan_of
from duckrow.store.query.sqlite_words import SQLITE

DAY = [
    "and",
    [">=", "producer_timestamp", "2026-11-15"],
    ["<", "producer_timestamp", "2026-11-16"],
    ["=", "environment", "production"],
]
ACTIVE = ["=", "node_state", "active"]
# Name of the query: parameters, query, and what the plan has to say.
QUERIES: dict[str, tuple[dict[str, object], list[object], str]] = {
    "a chart of a day": (
        {},
        [
            "from",
            "reports",
            ["extract", [["function", "count"], "status"], DAY, ["group_by", "status"]],
        ],
        r"SEARCH r USING COVERING INDEX reports_produced \(producer_timestamp>",
    ),
    "a chart of a day, of active nodes": (
        {},
        [
            "from",
            "reports",
            [
                "extract",
                [["function", "count"], "status"],
                ["and", DAY, ACTIVE],
                ["group_by", "status"],
            ],
        ],
        r"SEARCH r USING COVERING INDEX reports_produced \(producer_timestamp>",
    ),
    "counts of events in latest reports": (
        {"summarize_by": "certname"},
        ["from", "event_counts", ["=", "latest_report?", True]],
        r"SEARCH v USING INDEX resource_events_report \(report_id=",
    ),
    "aggregate counts of events": (
        {"summarize_by": "resource"},
        ["from", "aggregate_event_counts", ["=", "latest_report?", True]],
        r"SEARCH v USING INDEX resource_events_report \(report_id=",
    ),
    "the latest reports": (
        {"limit": "10", "order_by": [{"field": "end_time", "order": "desc"}]},
        ["from", "reports"],
        "SCAN r USING INDEX reports_end",
    ),
    "the latest reports of a node": (
        {"limit": "10", "order_by": [{"field": "end_time", "order": "desc"}]},
        ["from", "reports", ["=", "certname", "huey.lab"]],
        r"SEARCH r USING INDEX reports_node \(certname_id=",
    ),
    "events of a report": (
        {},
        ["from", "events", ["=", "report", "a" * 40]],
        r"SEARCH v USING INDEX resource_events_report \(report_id=",
    ),
    "events of an hour": (
        {},
        ["from", "events", [">", "timestamp", "2026-11-16T07:00:00Z"]],
        r"SEARCH v USING INDEX resource_events_time \(timestamp>",
    ),
    "nodes": ({}, ["from", "nodes", ACTIVE], r"SEARCH r USING INTEGER PRIMARY KEY"),
    "facts with a name": (
        {},
        ["from", "facts", ["and", ["=", "name", "os"], ACTIVE]],
        r"SEARCH f USING (COVERING )?INDEX facts_name \(name=",
    ),
    "facts of a node": (
        {},
        ["from", "facts", ["=", "certname", "huey.lab"]],
        r"SEARCH f USING PRIMARY KEY \(certname_id=",
    ),
    "a fact of the inventory": (
        {},
        ["from", "inventory", ["extract", "certname", ["=", "facts.os.family", "Debian"]]],
        r"SEARCH f USING (COVERING )?INDEX facts_name \(name=",
    ),
    "nodes with a class": (
        {},
        [
            "from",
            "nodes",
            [
                "in",
                "certname",
                [
                    "from",
                    "resources",
                    [
                        "extract",
                        "certname",
                        ["and", ["=", "type", "Class"], ["=", "title", "Pond"]],
                    ],
                ],
            ],
        ],
        r"SEARCH cr USING COVERING INDEX catalog_resources_type \(type=\? AND title=",
    ),
    "exported resources": (
        {},
        ["from", "resources", ["and", ["=", "type", "Host"], ["=", "exported", True], ACTIVE]],
        r"SEARCH cr USING INDEX catalog_resources_exported \(exported=\? AND type=",
    ),
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteDatabase]:
    path: Path = tmp_path_factory.mktemp("store") / "store.db"
    found = SqliteDatabase(str(path), print, FUNCTIONS)
    with found.reading(10):
        pass  # which opens it
    yield found
    found.close()


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_uses_an_index(name: str, database: SqliteDatabase) -> None:
    parameters, query, wanted = QUERIES[name]
    statement = plan_of(query, read_options(parameters), SQLITE).statement
    with database.reading(10) as session:
        rows = session.execute(f"EXPLAIN QUERY PLAN {statement.text}", statement.values).fetchall()
    plan = "\n".join(str(row[3]) for row in rows)
    assert re.search(wanted, plan), plan
    assert not re.search(r"SCAN (v|r|cr|f)$", plan, re.MULTILINE), plan
