"""The counts of days equal what counting the reports and events finds, whatever happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.store.payloads import Payload, event, policy_run, report

from duckrow.store.archive import export_archive, import_archive
from duckrow.store.commands.checks import time_in
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.database.session import Session
from duckrow.store.day_counts import (
    DAY,
    begin_anew,
    counts_of,
    days_of,
    fill,
    is_filled,
    merge_parts,
)
from duckrow.store.housekeeping import Ages, Housekeeping
from duckrow.store.purge import purge_node
from duckrow.store.schema import MIGRATIONS
from duckrow.store.store import Store

NOW = time_in("2026-11-20T00:00:00Z")
SECONDS = 86_400
NODES = ("huey.lab", "dewey.lab")
FOREVER = (-719_162, 2_932_896)


def counted(session: Session) -> dict[str, dict[int, dict[str, int]]]:
    """Return the truth: every report and event, counted in Python."""
    found: dict[str, dict[int, dict[str, int]]] = {}
    for kind, query in {
        "reports": "SELECT status, producer_timestamp FROM reports WHERE type = 'agent'",
        "events": "SELECT status, timestamp FROM resource_events",
    }.items():
        rows = [
            (status, session.dialect.microseconds(when)) for status, when in session.execute(query)
        ]
        days: dict[int, dict[str, int]] = {}
        for (_, day, status), count in days_of(kind, rows).items():
            days.setdefault(day, {})[status] = count
        found[kind] = days
    return found


def check(database: Database) -> dict[str, dict[int, dict[str, int]]]:
    with database.reading(10) as session:
        truth = counted(session)
        assert {kind: counts_of(session, kind, *FOREVER) for kind in truth} == truth
    return truth


def on(name: str, day: int, number: int = 0, **changes: object) -> Payload:
    """Return a report of a day in November, with an event just before midnight."""
    made = f"2026-11-{day:02}T23:59:59.999Z"
    resources = [
        {
            "resource_type": "File",
            "resource_title": f"/pond/{title}",
            "timestamp": made,
            "skipped": False,
            "file": None,
            "line": None,
            "containment_path": [],
            "corrective_change": False,
            "events": [event(status=status, timestamp=when)],
        }
        for title, (status, when) in enumerate(
            [("success", made), ("failure", f"2026-11-{day + 1:02}T00:00:00Z"), ("success", made)]
        )
    ]
    times = dict.fromkeys(("start_time", "end_time", "producer_timestamp"), made)
    usual: Payload = {"configuration_version": str(number), "resources": resources}
    return {**report(name), **times, **usual, **changes}


class Fleet:
    """A store and what may happen to it."""

    def __init__(self, database: Database) -> None:
        self.store = Store(database)
        self.database = database

    def give(self, kind: str, payload: Payload) -> None:
        certname = str(payload["certname"])
        self.store.submit(read_command(kind, COMMANDS[kind][1], certname, payload, NOW))

    def report(self, name: str, day: int, number: int = 0, **changes: object) -> None:
        self.give("store report", on(name, day, number, **changes))

    def clean(self, report_ttl: int = 0, events_ttl: int = 0, node_purge_ttl: int = 0) -> None:
        ages = Ages(0, node_purge_ttl * SECONDS, report_ttl * SECONDS, events_ttl * SECONDS)
        Housekeeping(self.database, ages).run(NOW)

    def deactivate(self, name: str, day: int) -> None:
        when = f"2026-11-{day:02}T00:00:00Z"
        self.give("deactivate node", {"certname": name, "producer_timestamp": when})


@pytest.fixture
def fleet(open_store: Callable[[], Database]) -> Fleet:
    return Fleet(open_store())


def test_a_report_counts_once_on_its_day(fleet: Fleet) -> None:
    for _ in range(2):  # it is stored twice
        fleet.report("huey.lab", 9)
    day = time_in("2026-11-09") // DAY
    assert check(fleet.database) == {
        "reports": {day: {"changed": 1}},
        "events": {day: {"success": 2}, day + 1: {"failure": 1}},
    }


def test_a_plan_is_no_run_but_its_events_count(fleet: Fleet) -> None:
    fleet.report("huey.lab", 9, type="plan")
    fleet.report("huey.lab", 9, 1, status=None)
    found = check(fleet.database)
    assert list(found["reports"].values()) == [{"": 1}]
    assert len(found["events"]) == 2


def test_what_goes_counts_no_more(fleet: Fleet) -> None:
    for name in NODES:
        for day in (2, 3, 18, 19):
            fleet.report(name, day)
            fleet.report(name, day, 1, type="plan")
    fleet.give("store policy run", policy_run("huey.lab"))
    before = check(fleet.database)
    fleet.deactivate("huey.lab", 20)
    assert check(fleet.database) == before  # it was there on these days
    fleet.clean(report_ttl=30, events_ttl=17)
    assert check(fleet.database) != before
    fleet.clean(report_ttl=14, events_ttl=14)
    assert len(check(fleet.database)["reports"]) == 2
    assert purge_node(fleet.database, "huey.lab")
    assert {sum(day.values()) for day in check(fleet.database)["reports"].values()} == {1}
    fleet.deactivate("dewey.lab", 20)
    Housekeeping(fleet.database, Ages(0, 1, 0, 0)).run(NOW + DAY)
    assert check(fleet.database) == {"reports": {}, "events": {}}
    with fleet.database.reading(10) as session:
        assert session.execute("SELECT * FROM day_counts").fetchall() == []


def test_an_imported_archive_counts(fleet: Fleet, tmp_path: Path) -> None:
    for day in (9, 10):
        fleet.report("huey.lab", day)
    path = f"{tmp_path}/pond.tgz"
    export_archive(fleet.database, path, NOW)
    other = open_database(f"{tmp_path}/other.db", print)
    for _ in range(2):
        import_archive(Store(other), path, NOW, pytest.fail)
        assert check(other) == check(fleet.database)
    other.close()


def test_a_command_that_fails_counts_nothing(fleet: Fleet) -> None:
    payload = on("huey.lab", 9)
    command = read_command("store report", 8, "huey.lab", payload, NOW)

    def fail(session: Session) -> None:
        command.write(session)
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        fleet.database.write(fail)
    assert check(fleet.database) == {"reports": {}, "events": {}}


def test_connections_count_in_parts_that_become_one(open_store: Callable[[], Database]) -> None:
    fleets = [Fleet(open_store()) for _ in range(2)]
    for number, fleet in enumerate(fleets):
        fleet.report("huey.lab", 9, number)
    found = check(fleets[0].database)
    fleets[0].database.write_alone(merge_parts)
    assert check(fleets[1].database) == found
    with fleets[0].database.reading(10) as session:
        query = "SELECT kind, day, status FROM day_counts"
        assert set(Counter(session.execute(query).fetchall()).values()) == {1}


# ---- a store from before the table


def forget_counts(session: Session) -> None:
    session.execute("DELETE FROM day_counts")
    begin_anew(session)


def test_an_older_store_is_counted_while_commands_come(fleet: Fleet) -> None:
    for day in (2, 3, 18):
        fleet.report("huey.lab", day)
    # A clock that was never set, and one at the end of time.
    fleet.report("huey.lab", 9, producer_timestamp="0001-01-01T00:00:00Z")
    fleet.report("huey.lab", 9, producer_timestamp="9999-12-31T23:59:59Z")
    fleet.database.write(forget_counts)
    fleet.clean(report_ttl=17)  # before and, at its end, while counts are filled
    check(fleet.database)
    fleet.database.write(forget_counts)
    steps: list[int] = []

    def is_over() -> bool:
        """Store a report between two steps, and stop once."""
        steps.append(len(steps))
        fleet.report("dewey.lab", 2 + len(steps) % 20)
        return len(steps) == 3

    fill(fleet.database, is_over)
    with fleet.database.reading(10) as session:
        assert not is_filled(session)
    fill(fleet.database, is_over)
    check(fleet.database)
    with fleet.database.reading(10) as session:
        assert is_filled(session)
    assert len(steps) > 6


def test_the_upgrade_of_an_older_store(
    open_store: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:  # the tables as they were when this one came
        patch.setattr("duckrow.store.database.postgresql.MIGRATIONS", MIGRATIONS[:4])
        older = open_store()
        Fleet(older).report("huey.lab", 9)

    def downgrade(session: Session) -> None:
        session.execute("DROP TABLE day_counts")
        is_sqlite = session.dialect.name == "sqlite"
        version = (
            "PRAGMA user_version = 3" if is_sqlite else "UPDATE duckrow_schema SET version = 3"
        )
        session.execute(version)

    older.write(downgrade)
    older.close()
    fleet = Fleet(open_store())
    with fleet.database.reading(10) as session:
        assert not is_filled(session)
    fleet.report("huey.lab", 9, 1)
    fill(fleet.database)
    assert sum(next(iter(check(fleet.database)["reports"].values())).values()) == 2


def test_an_empty_store_needs_no_filling(fleet: Fleet) -> None:
    with fleet.database.reading(10) as session:
        assert is_filled(session)


# ---- the law

HAPPENS = st.one_of(
    st.tuples(st.just("report"), st.sampled_from(NODES), st.integers(1, 19), st.integers(0, 1)),
    st.tuples(st.just("deactivate"), st.sampled_from(NODES), st.integers(1, 20)),
    st.tuples(st.just("purge"), st.sampled_from(NODES)),
    st.tuples(st.just("clean"), st.integers(0, 20), st.integers(0, 20), st.integers(0, 20)),
    st.just(("fill",)),
    st.just(("merge",)),
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(events=st.lists(HAPPENS, max_size=12))
def test_counts_are_true_whatever_happens(
    events: list[tuple[object, ...]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    fleet = Fleet(open_database(f"{tmp_path_factory.mktemp('law')}/store.db", print))
    for name, *values in events:
        match name:
            case "report":
                fleet.report(*values)  # type: ignore[arg-type]
            case "deactivate":
                fleet.deactivate(*values)  # type: ignore[arg-type]
            case "purge":
                purge_node(fleet.database, *values)  # type: ignore[arg-type]
            case "clean":
                fleet.clean(*values)  # type: ignore[arg-type]
            case "fill":
                fleet.database.write(forget_counts)
                fill(fleet.database)
            case _:
                fleet.database.write_alone(merge_parts)
        check(fleet.database)
    fleet.store.close()
