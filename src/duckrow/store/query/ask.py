"""Ask the store.

found = ask(database, ["from", "nodes", ["=", "certname", "huey"]], Options())
found.rows          objects that orjson writes
"""

from __future__ import annotations

from orjson import dumps

from duckrow.machine.sqlite import DatabaseError
from duckrow.store.database.session import number
from duckrow.store.packed import unpacked
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import was_slow
from duckrow.store.query.options import Options
from duckrow.store.query.patterns import PatternTimeoutError
from duckrow.store.query.planner import plan_of
from duckrow.store.query.words import POSTGRESQL, SQLITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.database.database import Database
    from duckrow.store.query.words import Words

SECONDS = 60.0
LARGEST = 1 << 29  # bytes of an answer
_PIECE = 500  # rows
_ANALYZE = "EXPLAIN (ANALYZE, VERBOSE, BUFFERS, FORMAT JSON) "
_EXISTS = {
    "catalog": "SELECT 1 FROM catalogs c JOIN certnames n ON n.id = c.certname_id"
    " WHERE n.certname = ?",
    "factset": "SELECT 1 FROM factsets fs JOIN certnames n ON n.id = fs.certname_id"
    " WHERE n.certname = ?",
    "node": "SELECT 1 FROM certnames WHERE certname = ?",
    "report": "SELECT 1 FROM reports WHERE hash = ?",
    "environment": "SELECT 1 FROM environments WHERE name = ?",
    "producer": "SELECT 1 FROM producers WHERE name = ?",
}


class Found:
    """The rows of an answer, and how many there are without paging, if that was asked."""

    __slots__ = ("rows", "total")

    def __init__(self, rows: list[object], total: int | None) -> None:
        self.rows = rows
        self.total = total


def words_of(database: Database) -> Words:
    """Return the words of a database."""
    return POSTGRESQL if database.dialect.name == "postgresql" else SQLITE


def exists(database: Database, kind: str, name: str) -> bool:
    """Return whether there is an object of a kind, such as a node, with a name."""
    with database.reading(SECONDS) as session:
        return session.execute(_EXISTS[kind], (name,)).fetchone() is not None


def report_part(database: Database, report: str, part: str) -> bytes:
    """Return the metrics or the logs of a report, as JSON."""
    statement = {
        "logs": "SELECT logs FROM reports WHERE hash = ?",
        "metrics": "SELECT metrics FROM reports WHERE hash = ?",
    }[part]
    with database.reading(SECONDS) as session:
        row = session.execute(statement, (report,)).fetchone()
    if row is None:
        return b"null"
    assert isinstance(row[0], bytes)
    return unpacked(row[0])


def ask(
    database: Database, query: object, options: Options | None = None, seconds: float = SECONDS
) -> Found:
    """Return the answer to a query that begins with `from`. Raises QueryError, TooSlowError."""
    found: list[object] = []
    total = _read(database, query, options or Options(), seconds, found.extend)
    return Found(found, total)


def ask_json(
    database: Database, query: object, options: Options, seconds: float = SECONDS
) -> tuple[bytes, int | None]:
    """Return the answer as JSON, and how many rows there are without paging.

    Rows become text in pieces: a long answer is never in memory as objects.
    """
    pieces: list[bytes] = []
    size = 0

    def write(rows: list[object]) -> None:
        nonlocal size
        text = dumps(rows)
        size += len(text)
        if size > LARGEST:
            raise QueryError(f"the answer has more than {LARGEST >> 20} MiB: use limit and offset")
        pieces.append(text[1:-1])

    total = _read(database, query, options, seconds, write)
    return b"[%s]" % b",".join(pieces), total


def explain(database: Database, query: object, options: Options, seconds: float = SECONDS) -> bytes:
    """Return how the database answers a query, as JSON.

    PostgreSQL answers it and measures, as PuppetDB's does; SQLite only says how it would.
    """
    words = words_of(database)
    statement = plan_of(query, options, words).statement
    is_postgresql = words is POSTGRESQL
    start = _ANALYZE if is_postgresql else "EXPLAIN QUERY PLAN "
    try:
        with database.reading(seconds) as session:
            rows = session.execute(f"{start}{statement.text}", statement.values).fetchall()
    except Exception as error:
        reason = _reason(error)
        if reason is None:
            raise
        raise QueryError(reason) from None
    if is_postgresql:
        return dumps([{"query plan": rows[0][0]}])
    steps = [{"id": row[0], "parent": row[1], "detail": row[3]} for row in rows]
    return dumps([{"query plan": steps}])


def _read(
    database: Database,
    query: object,
    options: Options,
    seconds: float,
    take: Callable[[list[object]], None],
) -> int | None:
    """Give the rows of an answer to a function, in pieces."""
    plan = plan_of(query, options, words_of(database))
    total = None
    try:
        with database.reading(seconds) as session:
            if plan.count is not None:
                row = session.execute(plan.count.text, plan.count.values).fetchone()
                assert row is not None
                total = number(row[0])
            rows = session.execute(plan.statement.text, plan.statement.values)
            make = plan.make
            while piece := rows.fetchmany(_PIECE):
                take([make(row) for row in piece])
            return total
    except QueryError:
        raise
    except Exception as error:
        reason = _reason(error)
        if reason is None:
            raise
        raise QueryError(reason) from None


def _reason(error: Exception) -> str | None:
    """Return why a database cannot answer, if the values of the query are the reason."""
    if isinstance(error, DatabaseError):
        return str(PatternTimeoutError()) if was_slow() else None
    state = getattr(error, "sqlstate", None)
    is_of_data = isinstance(state, str) and state.startswith("22")
    if is_of_data or type(error).__name__ == "DataError":
        return f"ERROR: {str(error).splitlines()[0]}"
    return None
