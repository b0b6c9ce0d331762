"""Old reports, silent nodes and what nothing uses any more go, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from tests.unit.store.payloads import (
    Payload,
    at,
    catalog,
    facts,
    policy_run,
    report,
    resource,
)

from duckrow.store.commands.checks import time_in
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database
from duckrow.store.database.session import Session
from duckrow.store.housekeeping import Ages, Housekeeping
from duckrow.store.purge import REPORTS_AT_ONCE, purge_node

Result = TypeVar("Result")
DAY = 86_400
NOW = time_in("2026-11-20T00:00:00Z")


class Store:
    """A store that is cleaned."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def give(self, name: str, payload: Payload) -> None:
        certname = str(payload["certname"])
        command = read_command(name, COMMANDS[name][1], certname, payload, NOW)
        self.database.write(command.write)

    def column(self, query: str) -> list[object]:
        with self.database.reading(10) as session:
            return [row[0] for row in session.execute(query).fetchall()]

    def clean(
        self,
        now: int = NOW,
        *,
        node_ttl: int = 0,
        node_purge_ttl: int = 0,
        report_ttl: int = 0,
        resource_events_ttl: int = 0,
    ) -> dict[str, int]:
        ages = Ages(node_ttl, node_purge_ttl, report_ttl, resource_events_ttl)
        work = Housekeeping(self.database, ages)
        work.run(now)
        return work.counts


@pytest.fixture
def store(open_store: Callable[[], Database]) -> Store:
    return Store(open_store())


def on(day: int, **changes: object) -> Payload:
    """Return a report of a day in November."""
    times = {
        name: f"2026-11-{day:02}T0{hour}:00:00.000Z"
        for hour, name in enumerate(("start_time", "end_time", "producer_timestamp"))
    }
    return {**report("huey.lab"), **times, **changes}


def test_old_reports_go_with_their_events(store: Store) -> None:
    for day in (2, 3, 18, 19):
        store.give("store report", on(day))
    assert store.clean(report_ttl=14 * DAY, resource_events_ttl=14 * DAY)["reports"] == 2
    assert len(store.column("SELECT id FROM reports")) == 2
    assert len(store.column("SELECT id FROM resource_events")) == 4
    latest = "SELECT r.id FROM certnames c JOIN reports r ON r.id = c.latest_report"
    assert len(store.column(latest)) == 1


def test_a_latest_report_that_is_old_goes_too(store: Store) -> None:
    store.give("store report", on(2))
    store.clean(report_ttl=14 * DAY)
    assert store.column("SELECT latest_report FROM certnames") == [None]


def test_many_reports_go_in_small_steps(store: Store) -> None:
    count = REPORTS_AT_ONCE * 2 + 7
    for number in range(count):
        store.give("store report", on(2, configuration_version=str(number)))
    assert store.clean(report_ttl=DAY) == {"reports": count, "environments": 1, "producers": 1}
    assert store.column("SELECT id FROM resource_events") == []


def test_events_may_go_before_their_reports(store: Store) -> None:
    store.give("store report", on(19))
    counts = store.clean(report_ttl=30 * DAY, resource_events_ttl=DAY)
    assert counts["events"] == 2
    assert len(store.column("SELECT id FROM reports")) == 1


def test_a_silent_node_expires_and_a_report_revives_it(store: Store) -> None:
    store.give("replace facts", facts("huey.lab"))
    store.give("replace facts", facts("dewey.lab"))
    store.give("store report", report("dewey.lab", producer_timestamp="2026-11-19T00:00:00Z"))
    assert store.clean(node_ttl=7 * DAY) == {"expired nodes": 1}
    expired = "SELECT certname FROM certnames WHERE expired IS NOT NULL"
    assert store.column(expired) == ["huey.lab"]
    store.give("store report", report("huey.lab", producer_timestamp="2026-11-21T00:00:00Z"))
    assert store.column(expired) == []


def test_a_node_whose_facts_do_not_expire_stays(store: Store) -> None:
    payload: Payload = {"certname": "huey.lab", "expire": {"facts": False}}
    store.give("configure expiration", {**payload, "producer_timestamp": at(1)})
    assert store.clean(node_ttl=7 * DAY) == {}


def test_an_inactive_node_is_purged_after_its_time(store: Store) -> None:
    for name in ("huey.lab", "dewey.lab"):
        store.give("replace facts", facts(name))
        store.give("replace catalog", catalog(name, 2, resource("Notify", name)))
        store.give("store report", report(name))
    store.give("deactivate node", {"certname": "huey.lab", "producer_timestamp": at(5)})
    assert store.clean(time_in(at(6)), node_purge_ttl=2 * 3600) == {}
    counts = store.clean(time_in(at(8)), node_purge_ttl=2 * 3600)
    assert counts == {"nodes": 1, "resource_params": 1}
    assert store.column("SELECT certname FROM certnames") == ["dewey.lab"]
    for table in ("facts", "factsets", "catalogs", "catalog_resources", "edges", "reports"):
        assert len(set(store.column(f"SELECT certname_id FROM {table}"))) == 1


def test_what_nothing_uses_goes(store: Store) -> None:
    first = {**facts("huey.lab", pond={"deep": [1, "x"]}), "environment": "old"}
    store.give("replace facts", {**first, "package_inventory": [["a", "1", "apt"]]})
    store.give("replace catalog", catalog("huey.lab", 2, resource("Notify", "gone")))
    assert store.clean() == {}
    store.give("replace facts", facts("huey.lab", 2, pond={"deep": [True]}))
    store.give("replace catalog", catalog("huey.lab", 3))
    assert store.clean() == {
        "resource_params": 1,
        "packages": 1,
        "environments": 1,
        "fact_paths": 2,
    }
    assert store.column("SELECT type FROM fact_paths WHERE name = 'pond'") == ["boolean"]
    assert store.clean() == {}


def test_a_node_is_purged_by_name(store: Store) -> None:
    for number in range(REPORTS_AT_ONCE + 1):
        store.give("store report", on(2, configuration_version=str(number)))
    store.give("replace facts", facts("huey.lab"))
    store.give("replace facts", facts("dewey.lab"))
    assert purge_node(store.database, "huey.lab")
    assert not purge_node(store.database, "huey.lab")
    assert store.column("SELECT certname FROM certnames") == ["dewey.lab"]
    assert store.column("SELECT id FROM reports") == []


def test_housekeeping_ends_when_it_is_told_to(open_store: Callable[[], Database]) -> None:
    store = Store(open_store())
    for number in range(REPORTS_AT_ONCE + 1):
        store.give("store report", on(2, configuration_version=str(number)))
    answers = iter([False, True, True, True, True, True, True])
    work = Housekeeping(store.database, Ages(0, 0, DAY, 0), lambda: next(answers))
    work.run(NOW)
    assert work.counts == {"reports": REPORTS_AT_ONCE}


class Interrupted:
    """A database in which something happens after each step."""

    def __init__(self, database: Database, happen: Callable[[], None]) -> None:
        self.dialect = database.dialect
        self.reading = database.reading
        self.write_alone = database.write_alone
        self.close = database.close
        self.reach = database.reach
        self.check = database.check
        self._database = database
        self._happen = happen

    def write(self, work: Callable[[Session], Result]) -> Result:
        result = self._database.write(work)
        self._happen()
        return result


@pytest.mark.parametrize("at_step", [1, 2, 3])
def test_a_node_that_comes_back_during_a_purge_keeps_what_it_sends(
    store: Store, at_step: int
) -> None:
    for number in range(REPORTS_AT_ONCE * 2):
        store.give("store report", on(2, configuration_version=str(number)))
    store.give("store policy run", policy_run("huey.lab", 3))
    steps = 0

    def come_back() -> None:
        nonlocal steps
        steps += 1
        if steps == at_step:
            store.give("store report", on(3, configuration_version="new"))
            store.give("store policy run", policy_run("huey.lab", 4))

    assert purge_node(Interrupted(store.database, come_back), "huey.lab")
    assert store.column("SELECT configuration_version FROM reports") == ["new"]
    assert len(store.column("SELECT id FROM policy_runs")) == 1
    latest = "SELECT r.id FROM certnames c JOIN reports r ON r.id = c.latest_report"
    assert len(store.column(latest)) == 1
