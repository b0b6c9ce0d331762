"""The steps of housekeeping: each is one small transaction, and returns how much it did."""

from __future__ import annotations

from duckrow.store.database.session import number, text
from duckrow.store.day_counts import change, days_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Session

    Step = Callable[[Session], int]
    _Remove = Callable[[Session, str, tuple[object, ...]], list[int]]

REPORTS_AT_ONCE = 100
ROWS_AT_ONCE = 1000
_OF_NODE = (
    "facts",
    "factsets",
    "certname_packages",
    "catalog_resources",
    "edges",
    "catalogs",
    "catalog_inputs",
    "policy_classes",
)
# A node is silent if nothing about it is newer. A factset that does not expire keeps it.
_EXPIRE = """
UPDATE certnames SET expired = ? WHERE id IN (
    SELECT c.id FROM certnames c
    LEFT JOIN catalogs k ON k.certname_id = c.id
    LEFT JOIN factsets f ON f.certname_id = c.id
    LEFT JOIN reports r ON r.id = c.latest_report
    LEFT JOIN policy_runs p ON p.id = c.latest_policy_run
    WHERE c.deactivated IS NULL AND c.expired IS NULL
    AND (k.producer_timestamp IS NULL OR k.producer_timestamp < ?)
    AND (f.producer_timestamp IS NULL OR f.producer_timestamp < ?)
    AND (r.producer_timestamp IS NULL OR r.producer_timestamp < ?)
    AND (p.producer_timestamp IS NULL OR p.producer_timestamp < ?)
    AND (c.expires_facts_updated IS NULL OR (c.expires_facts AND c.expires_facts_updated < ?))
    AND (c.catalog_inputs_timestamp IS NULL OR c.catalog_inputs_timestamp < ?)
)
"""


def expire_nodes(now: int, before: int) -> Step:
    """Return the step that expires nodes without a sign of life since a time."""

    def step(session: Session) -> int:
        time = session.dialect.time
        return session.execute(_EXPIRE, (time(now), *[time(before)] * 6)).rowcount

    return step


def purge_reports(before: int) -> Step:
    """Return the step that removes some reports that were made before a time."""

    def step(session: Session) -> int:
        query = "SELECT id FROM reports WHERE producer_timestamp < ? LIMIT ?"
        values = (session.dialect.time(before), REPORTS_AT_ONCE)
        return len(_remove_reports(session, query, values))

    return step


def _remove_reports(session: Session, query: str, values: tuple[object, ...]) -> list[int]:
    """Remove the reports of a query with their events; return their ids."""
    ids = [number(row[0]) for row in session.execute(query, values)]
    if ids:
        marks = ", ".join("?" * len(ids))
        _remove_events(session, f"report_id IN ({marks})", ids)
        forget = f"UPDATE certnames SET latest_report = NULL WHERE latest_report IN ({marks})"  # noqa: S608
        session.execute(forget, ids)
        statement = f"DELETE FROM reports WHERE id IN ({marks})"  # noqa: S608
        rows = session.execute(f"{statement} RETURNING status, producer_timestamp, type", ids)
        agents = [(status, when) for status, when, type_ in rows.fetchall() if type_ == "agent"]
        _count_less(session, "reports", agents)
    return ids


def _remove_events(session: Session, condition: str, values: Sequence[object]) -> int:
    """Remove events; return how many went."""
    statement = f"DELETE FROM resource_events WHERE {condition} RETURNING status, timestamp"  # noqa: S608
    rows = [(status, when) for status, when in session.execute(statement, values).fetchall()]
    _count_less(session, "events", rows)
    return len(rows)


def _count_less(session: Session, kind: str, rows: list[tuple[object, object]]) -> None:
    """Note in the counts of days that rows, each a status and a time, went."""
    microseconds = session.dialect.microseconds
    change(session, days_of(kind, ((status, microseconds(when)) for status, when in rows)), -1)


def purge_policy_runs(before: int) -> Step:
    """Return the step that removes some runs of policies that were made before a time."""

    def step(session: Session) -> int:
        query = "SELECT id FROM policy_runs WHERE producer_timestamp < ? LIMIT ?"
        values = (session.dialect.time(before), REPORTS_AT_ONCE)
        return len(_remove_policy_runs(session, query, values))

    return step


def _remove_policy_runs(session: Session, query: str, values: tuple[object, ...]) -> list[int]:
    """Remove the runs of a query with their promises; return their ids."""
    ids = [number(row[0]) for row in session.execute(query, values)]
    if ids:
        marks = ", ".join("?" * len(ids))
        latest = f"SELECT id FROM certnames WHERE latest_policy_run IN ({marks})"  # noqa: S608
        for statement in (
            f"DELETE FROM promises WHERE run_id IN ({marks})",  # noqa: S608
            f"DELETE FROM policy_classes WHERE certname_id IN ({latest})",  # noqa: S608
            f"UPDATE certnames SET latest_policy_run = NULL WHERE latest_policy_run IN ({marks})",  # noqa: S608
            f"DELETE FROM policy_runs WHERE id IN ({marks})",  # noqa: S608
        ):
            session.execute(statement, ids)
    return ids


def purge_events(before: int) -> Step:
    """Return the step that removes some events from before a time."""
    some = "id IN (SELECT id FROM resource_events WHERE timestamp < ? LIMIT ?)"

    def step(session: Session) -> int:
        return _remove_events(session, some, (session.dialect.time(before), ROWS_AT_ONCE))

    return step


def purge_node(database: Database, certname: str, before: int | None = None) -> bool:
    """Remove everything about a node; return whether it was known.

    First its catalog and facts, and so what it exports; then its reports in small steps; at last
    its name. With `before`, only a node that is inactive since before that time. A node that comes
    back meanwhile keeps what it sends.
    """
    begun = database.write(lambda session: _begin_purge(session, certname, before))
    if begun is None:
        return False
    node, last_report, last_run = begun
    _purge_until(database, node, last_report, "reports", _remove_reports)
    _purge_until(database, node, last_run, "policy_runs", _remove_policy_runs)
    database.write(lambda session: _end_purge(session, node))
    return True


def _purge_until(database: Database, node: int, last: int, table: str, remove: _Remove) -> None:
    """Remove reports or runs of a node up to an id, which goes last.

    SQLite gives the id of a removed last row to the next new one: once `last` is gone, ids up to it
    may be new.
    """
    query = (
        f"SELECT id FROM {table} WHERE certname_id = ? AND id > ? AND id <= ?"  # noqa: S608
        " ORDER BY id LIMIT ?"
    )
    after = 0

    def step(session: Session) -> int:
        ids = remove(session, query, (node, after, last, REPORTS_AT_ONCE))
        return ids[-1] if ids else last

    while after < last:
        after = database.write(step)


def _begin_purge(
    session: Session, certname: str, before: int | None
) -> tuple[int, int, int] | None:
    """Remove what a node is; return its id, and those of its last report and last run."""
    query = "SELECT id FROM certnames WHERE certname = ?"
    values: list[object] = [certname]
    if before is not None:
        when = session.dialect.time(before)
        query += " AND (deactivated < ? OR expired < ?)"
        values += [when, when]
    row = session.execute(query + session.dialect.lock, values).fetchone()
    if row is None:
        return None
    node = number(row[0])
    for table in _OF_NODE:
        session.execute(f"DELETE FROM {table} WHERE certname_id = ?", (node,))  # noqa: S608
    return node, _last(session, "reports", node), _last(session, "policy_runs", node)


def _last(session: Session, table: str, node: int) -> int:
    query = f"SELECT coalesce(max(id), 0) FROM {table} WHERE certname_id = ?"  # noqa: S608
    row = session.execute(query, (node,)).fetchone()
    assert row is not None
    return number(row[0])


def _end_purge(session: Session, node: int) -> None:
    """Remove the name of a node, unless something new has come about it meanwhile."""
    session.execute(f"SELECT 1 FROM certnames WHERE id = ?{session.dialect.lock}", (node,))  # noqa: S608
    is_known = [
        session.execute(f"SELECT 1 FROM {table} WHERE certname_id = ? LIMIT 1", (node,)).fetchone()  # noqa: S608
        for table in ("factsets", "catalogs", "reports", "policy_runs")
    ]
    if not any(is_known):
        _remove_events(session, "certname_id = ?", (node,))
        session.execute("DELETE FROM catalog_inputs WHERE certname_id = ?", (node,))
        session.execute("DELETE FROM certnames WHERE id = ?", (node,))


# ---- what nothing uses any more

# By table: the indexed column that refers to its rows.
USERS = {
    "resource_params": ("catalog_resources", "params_id"),
    "packages": ("certname_packages", "package_id"),
}
# By table: the column of factsets, catalogs and reports that refers to its rows.
NAMES = {"environments": "environment_id", "producers": "producer_id"}
_LATE = 10_000  # reports that others may have begun and not yet committed


def remove_unused(table: str, after: int) -> Callable[[Session], tuple[int, int]]:
    """Return the step that looks at some rows of a table and removes those that nothing uses.

    It returns the id of the last row that it looked at, 0 at the end, and how many rows went.
    """
    user, column = USERS[table]
    unused = f"NOT EXISTS (SELECT 1 FROM {user} WHERE {column} = {table}.id)"  # noqa: S608

    def step(session: Session) -> tuple[int, int]:
        some = f"SELECT id FROM {table} WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608
        ids = [number(row[0]) for row in session.execute(some, (after, ROWS_AT_ONCE))]
        if not ids:
            return 0, 0
        statement = f"DELETE FROM {table} WHERE id > ? AND id <= ? AND {unused}"  # noqa: S608
        count = session.execute(statement, (after, ids[-1])).rowcount
        return ids[-1], count

    return step


def unused_names(session: Session, table: str) -> tuple[list[int], int]:
    """Return the ids of environments or producers that nothing uses, and that of the last report.

    This reads all reports, since no index says which environment they are of.
    """
    column = NAMES[table]
    used: set[object] = set()
    for user in ("factsets", "catalogs", "reports"):
        query = f"SELECT DISTINCT {column} FROM {user}"  # noqa: S608
        used.update(row[0] for row in session.execute(query))
    rows = session.execute(f"SELECT id FROM {table}")  # noqa: S608
    found = [number(row[0]) for row in rows if row[0] not in used]
    last = session.execute("SELECT max(id) FROM reports").fetchone()
    return found, 0 if last is None or last[0] is None else number(last[0])


def remove_name(table: str, row: int, last_report: int) -> Step:
    """Return the step that removes an environment or a producer, unless it is used again."""
    column = NAMES[table]

    def step(session: Session) -> int:
        for user in ("factsets", "catalogs"):
            query = f"SELECT 1 FROM {user} WHERE {column} = ? LIMIT 1"  # noqa: S608
            if session.execute(query, (row,)).fetchone():
                return 0
        query = f"SELECT 1 FROM reports WHERE id > ? AND {column} = ? LIMIT 1"  # noqa: S608
        if session.execute(query, (last_report - _LATE, row)).fetchone():
            return 0
        return session.execute(f"DELETE FROM {table} WHERE id = ?", (row,)).rowcount  # noqa: S608

    return step


def unused_paths(session: Session) -> list[tuple[object, str, str]]:
    """Return the rows of fact_paths of which no fact has the path any more."""
    query = "SELECT path, name, type FROM fact_paths"
    rows = [(path, text(name), text(type_)) for path, name, type_ in session.execute(query)]
    return [row for row in rows if not _is_used(session, *row)]


def remove_path(path: object, name: str, type_: str) -> Step:
    """Return the step that removes a path of facts, unless it is used again."""

    def step(session: Session) -> int:
        if _is_used(session, path, name, type_):
            return 0
        value = session.dialect.json_text(path)
        statement = "DELETE FROM fact_paths WHERE name = ? AND path = ? AND type = ?"
        return session.execute(statement, (name, value, type_)).rowcount

    return step


def _is_used(session: Session, path: object, name: str, type_: str) -> bool:
    """Return whether a fact has a leaf of a type at a path; the first one ends the search."""
    condition, values = session.dialect.leaf_condition(path, type_)
    if not condition:
        return True  # a path that the database cannot look for
    query = f"SELECT 1 FROM facts WHERE name = ? AND {condition} LIMIT 1"  # noqa: S608
    return session.execute(query, (name, *values)).fetchone() is not None
