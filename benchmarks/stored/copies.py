"""A large fleet in minutes: a few hundred nodes are stored by commands, the others are copies.

The rows are those that commands make, and as many; only the digests of copied reports are not
digests of their content. Most nodes ran in the last half hour; one of `SILENT` did not.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.stored.fleet import DAY, DAYS, catalog_payload, facts_payload, report_payload

from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.database.session import Session
from duckrow.store.day_counts import begin_anew, fill
from duckrow.store.store import Store

PATTERNS = 200  # nodes that are stored by commands
REPORTS = 10  # of each of them
SILENT = 50
HALF_HOUR = 1800
_LAST = 100_000_000  # numbers of copied reports begin here
_SAME = (
    "transaction_uuid, catalog_uuid, code_id, job_id, cached_catalog_status, status, type, noop, "
    "noop_pending, corrective_change, puppet_version, report_format, configuration_version"
)
_REST = "environment_id, producer_id, metrics, logs"
_EVENT = (
    "resource_type, resource_title, property, name, old_value, new_value, message, file, line, "
    "containment_path, containing_class, corrective_change"
)


def fill_fast(address: str, nodes: int, per_day: int, now: float) -> None:
    """Fill an empty store with a fleet."""
    store = Store(open_database(address, print))
    _store_patterns(store, now)
    database = store.database
    _write(database, lambda session: _copy_nodes(session, nodes))
    turns = DAYS * per_day
    for turn in range(turns):
        before = (turns - turn) * DAY / per_day
        _write(database, _copier(turn, f"{before} - n.id * {DAY / per_day / nodes}", "true"))
    recent = f"(n.id * 37) % {HALF_HOUR}"
    _write(database, _copier(turns, recent, f"n.id % {SILENT} <> 0"))
    _write(database, _finish)
    fill(database)
    store.close()


def _store_patterns(store: Store, now: float) -> None:
    chance = random.Random(7)
    for number in range(PATTERNS):
        name = f"node{number}.lab"
        found = [
            ("replace facts", facts_payload(name, now - DAY / 2, chance)),
            ("replace catalog", catalog_payload(name, now - DAY / 2, chance)),
        ]
        found += [("store report", report_payload(name, now, chance)) for _ in range(REPORTS)]
        store.submit_all(
            [
                read_command(kind, COMMANDS[kind][1], name, each, int(now * 1e6))
                for kind, each in found
            ]
        )


def _write(database: Database, work: Callable[[Session], None]) -> None:
    database.write(work)


def _copy_nodes(session: Session, nodes: int) -> None:
    """Copy the facts and the catalogs of the patterns to the other nodes."""
    more = range(PATTERNS, nodes)
    session.execute_many(
        "INSERT INTO certnames (id, certname) VALUES (?, ?)",
        [(number + 1, f"node{number}.lab") for number in more],
    )
    for table, columns in {
        "factsets": "hash, environment_id, producer_id, producer_timestamp, timestamp",
        "facts": "name, value",
        "catalogs": "hash, version, environment_id, producer_id, producer_timestamp, timestamp",
        "catalog_resources": "type, title, params_id, exported, tags, file, line",
        "edges": "source_type, source_title, target_type, target_title, relationship",
    }.items():
        session.execute(
            f"INSERT INTO {table} (certname_id, {columns}) SELECT n.id, {columns} FROM certnames n"
            f" JOIN {table} b ON b.certname_id = n.id % {PATTERNS} + 1 WHERE n.id > {PATTERNS}"
        )


def _copier(turn: int, before: str, where: str) -> Callable[[Session], None]:
    """Return what copies a report to each node, some seconds before now."""

    def copy(session: Session) -> None:
        is_sqlite = session.dialect.name == "sqlite"
        shift = f"CAST(({before}) * 1000000 AS INTEGER)"
        if not is_sqlite:
            shift = f"({before}) * interval '1 second'"
        first = _LAST + turn * 100_000
        pattern = f"((n.id * 7919 + {turn} * 104729) % {PATTERNS * REPORTS}) + 1"
        session.execute(
            f"INSERT INTO reports (id, hash, certname_id, {_SAME}, start_time, end_time,"
            f" producer_timestamp, receive_time, {_REST})"
            f" SELECT {first} + n.id, b.hash || '-' || {turn} || '-' || n.id, n.id, {_SAME},"
            f" start_time - {shift}, end_time - {shift}, producer_timestamp - {shift},"
            f" receive_time - {shift}, {_REST}"
            f" FROM certnames n JOIN reports b ON b.id = {pattern} WHERE {where}"
        )
        session.execute(
            f"INSERT INTO resource_events (report_id, certname_id, status, timestamp, {_EVENT})"
            f" SELECT {first} + n.id, n.id, status, timestamp - {shift}, {_EVENT}"
            f" FROM certnames n JOIN resource_events b ON b.report_id = {pattern} WHERE {where}"
        )

    return copy


def _finish(session: Session) -> None:
    """Remove the reports of the patterns, and note which report is the latest."""
    session.execute(f"DELETE FROM resource_events WHERE report_id < {_LAST}")
    session.execute(f"DELETE FROM reports WHERE id < {_LAST}")
    session.execute(
        "UPDATE certnames SET latest_report ="
        " (SELECT max(r.id) FROM reports r WHERE r.certname_id = certnames.id)"
    )
    if session.dialect.name == "postgresql":  # SQLite counts on from the largest number
        sequence = "pg_get_serial_sequence('certnames', 'id')"
        session.execute(f"SELECT setval({sequence}, max(id)) FROM certnames")
    session.execute("ANALYZE")
    begin_anew(session)
