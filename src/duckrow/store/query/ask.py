"""Ask the store.

found = ask(database, ["from", "nodes", ["=", "certname", "huey"]], Options())
found.rows
for piece in JsonAnswer(database, query, Options(), Allowance(60.0)).pieces(): ...
"""

from __future__ import annotations

from orjson import OPT_INDENT_2, dumps, loads

from duckrow.machine.sqlite import DatabaseError
from duckrow.store.database.allowance import QUERY_SECONDS, Allowance
from duckrow.store.database.errors import TooSlowError
from duckrow.store.database.session import number
from duckrow.store.packed import unpacked
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import was_slow
from duckrow.store.query.options import Options
from duckrow.store.query.patterns import PatternTimeoutError
from duckrow.store.query.planner import plan_of
from duckrow.store.query.postgresql_words import POSTGRESQL
from duckrow.store.query.sqlite_words import SQLITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Rows, Session
    from duckrow.store.query.words import Words

_PIECE = 1 << 17  # bytes of an answer at once
_FEWEST, _MOST = 8, 1000  # rows at once
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
    with database.reading(QUERY_SECONDS) as session:
        return session.execute(_EXISTS[kind], (name,)).fetchone() is not None


def report_part(database: Database, report: str, part: str) -> bytes:
    """Return the metrics or the logs of a report, as JSON."""
    statement = {
        "logs": "SELECT logs FROM reports WHERE hash = ?",
        "metrics": "SELECT metrics FROM reports WHERE hash = ?",
    }[part]
    with database.reading(QUERY_SECONDS) as session:
        row = session.execute(statement, (report,)).fetchone()
    if row is None:
        return b"null"
    assert isinstance(row[0], bytes)
    return unpacked(row[0])


def ask(
    database: Database,
    query: object,
    options: Options | None = None,
    seconds: float = QUERY_SECONDS,
) -> Found:
    """Return the answer to a query that begins with `from`. Raises QueryError, TooSlowError."""
    body, total = ask_json(database, query, options or Options(), seconds)
    rows: list[object] = loads(body)
    return Found(rows, total)


def ask_json(
    database: Database, query: object, options: Options, seconds: float = QUERY_SECONDS
) -> tuple[bytes, int | None]:
    """Return the answer as JSON, and how many rows there are without paging."""
    answer = JsonAnswer(database, query, options, Allowance(seconds))
    return b"".join(answer.pieces()), answer.total


class JsonAnswer:
    """An answer as JSON that comes in pieces: a long one is never in memory as a whole.

    The first piece tells whether there is an answer; an error may still come later. `total` is how
    many rows there are without paging, if that was asked. Threads may take turns.
    """

    __slots__ = ("_allowance", "_is_pretty", "_plan", "_texts", "total")

    def __init__(
        self,
        database: Database,
        query: object,
        options: Options,
        allowance: Allowance,
        *,
        is_pretty: bool = False,
    ) -> None:
        """Plan the answer. Raises QueryError."""
        self.total: int | None = None
        self._allowance = allowance
        self._is_pretty = is_pretty
        self._plan = plan_of(query, options, words_of(database))
        self._texts = self._read(database)

    def next(self) -> bytes:
        """Return the next piece; empty at the end. Raises QueryError, TooSlowError."""
        return next(self._texts, b"")

    def pieces(self) -> Iterator[bytes]:
        """Return all pieces."""
        return self._texts

    def stop(self) -> None:
        """End what runs in another thread: nobody waits for it any more."""
        self._allowance.end()

    def close(self) -> None:
        """Read no more."""
        self._texts.close()

    def _read(self, database: Database) -> Generator[bytes, None, None]:
        allowance = self._allowance
        try:
            with database.reading(allowance) as session:
                for text in self._texts_in(session):
                    allowance.pause()
                    yield text
                    allowance.go_on()
        except QueryError:
            raise
        except Exception as error:
            reason = _reason(error)
            if reason is None:
                raise
            raise QueryError(reason) from None

    def _texts_in(self, session: Session) -> Iterator[bytes]:
        plan = self._plan
        if plan.count is not None:
            row = session.execute(plan.count.text, plan.count.values).fetchone()
            assert row is not None
            self.total = number(row[0])
        read = session.execute if plan.is_short else session.stream
        rows = read(plan.statement.text, plan.statement.values)
        try:
            yield from self._texts_of(rows)
        finally:
            rows.close()

    def _texts_of(self, rows: Rows) -> Iterator[bytes]:
        """Return the pieces; each but the last has about as many bytes."""
        make, count = self._plan.make, _FEWEST
        first, between, last = (b"[\n", b",\n", b"\n]") if self._is_pretty else (b"[", b",", b"]")
        waiting: list[bytes] = []
        size, before, is_last = 0, first, False
        while not is_last and (found := rows.fetchmany(count)):
            is_last = len(found) < count
            text = dumps([make(row) for row in found])
            # Parts of rows are text from the database, which only parsing makes pretty.
            text = _pretty(text) if self._is_pretty else text[1:-1]
            waiting += (before, text)
            size, before = size + len(text), between
            count = min(count * 2, _MOST) if len(text) < _PIECE // 4 else max(1, count // 2)
            if size >= _PIECE:
                yield b"".join(waiting)
                size, waiting = 0, []
            if self._allowance.is_used_up():  # PostgreSQL limits each statement only
                raise TooSlowError(self._allowance.seconds)
        yield b"".join((*waiting, last)) if before is between else b"[]"


def _pretty(text: bytes) -> bytes:
    """Return the rows of a list with indentation, without the brackets."""
    return dumps(loads(text), option=OPT_INDENT_2)[2:-2]


def explain(
    database: Database,
    query: object,
    options: Options,
    time: float | Allowance = QUERY_SECONDS,
) -> bytes:
    """Return how the database answers a query, as JSON.

    PostgreSQL answers it and measures, as PuppetDB's does; SQLite only says how it would.
    """
    words = words_of(database)
    statement = plan_of(query, options, words).statement
    is_postgresql = words is POSTGRESQL
    start = _ANALYZE if is_postgresql else "EXPLAIN QUERY PLAN "
    try:
        with database.reading(time) as session:
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


def _reason(error: Exception) -> str | None:
    """Return why a database cannot answer, if the values of the query are the reason."""
    if isinstance(error, DatabaseError):
        return str(PatternTimeoutError()) if was_slow() else None
    state = getattr(error, "sqlstate", None)
    is_of_data = isinstance(state, str) and state.startswith("22")
    if is_of_data or type(error).__name__ == "DataError":
        return f"ERROR: {str(error).splitlines()[0]}"
    return None
