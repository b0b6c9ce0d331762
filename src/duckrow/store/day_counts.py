"""How many reports and events each day has, by status: a table beside them, which charts read.

    change(session, days_of("events", [("success", when)]))     what a command stores
    counts_of(session, "events", first_day, last_day)           {20777: {"success": 12}}
    fill(database)                      what a store has from before it had the table

1. Who stores or removes reports or events changes the counts in the same transaction.
2. A day is a day of UTC, as a number since 1970: that of `producer_timestamp` of a report of an
   agent, and of `timestamp` of an event.
3. In PostgreSQL each connection changes rows of its own, its part, so that no server waits for the
   transaction of another. The count is the sum of the parts; a part alone may be negative.
4. A row of the kind `unfilled` says that the counts lack what was stored before there was this
   table. Until `fill` has counted that, a day at a time, and removed the row, nobody reads them.
"""

from __future__ import annotations

from collections import Counter
from time import monotonic, sleep

from duckrow.store.database.session import insert_into, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Session

    Change = Counter[tuple[str, int, str]]  # how many more, by kind, day and status

DAY = 86_400_000_000  # microseconds
_FIRST, _LAST = -719_162, 2_932_896  # days: the years 1 to 9999, which all times are in
_UNFILLED = "unfilled"
# By kind: its rows, and the column of their times.
_SOURCES = {
    "reports": ("reports WHERE type = 'agent' AND", "producer_timestamp"),
    "events": ("resource_events WHERE", "timestamp"),
}
_ADD = (
    "INSERT INTO day_counts (kind, day, status, part, number) VALUES (?, ?, ?, {part}, ?)"
    " ON CONFLICT (kind, day, status, part)"
    " DO UPDATE SET number = day_counts.number + excluded.number"
)
_INSERT = insert_into("day_counts", "kind day status part number")
_READ = (
    "SELECT day, status, sum(number) FROM day_counts WHERE kind = ? AND day BETWEEN ? AND ?"
    " GROUP BY day, status"
)
_LONGEST_PAUSE = 0.2


def days_of(kind: str, rows: Iterable[tuple[object, int]]) -> Change:
    """Return how many rows each day and status has; rows are a status and a time each."""
    return Counter([(kind, when // DAY, str(status or "")) for status, when in rows])


def change(session: Session, found: Change, sign: int = 1) -> None:
    """Add counts, or take them away if the sign is -1."""
    statement = _ADD.format(part=session.dialect.part)
    session.execute_many(statement, [(*key, sign * count) for key, count in found.items()])


def counts_of(session: Session, kind: str, first: int, last: int) -> dict[int, dict[str, int]]:
    """Return the counts of some days by status; a day without any may be missing."""
    found: dict[int, dict[str, int]] = {}
    for day, status, count in session.execute(_READ, (kind, first, last)):
        total = int(str(count))  # PostgreSQL adds up whole numbers to decimals
        if total:
            found.setdefault(number(day), {})[text(status)] = total
    return found


def is_filled(session: Session) -> bool:
    """Return whether the counts are whole."""
    row = session.execute("SELECT 1 FROM day_counts WHERE kind = ?", (_UNFILLED,)).fetchone()
    return row is None


def begin_anew(session: Session) -> None:
    """Say that the counts lack something, so that `fill` counts everything."""
    if is_filled(session):
        session.execute(_INSERT, (_UNFILLED, 0, "", 0, 0))


def fill(database: Database, is_over: Callable[[], bool] = lambda: False) -> None:
    """Count what is there from before the table, a day in each transaction; queries never wait.

    If it ends early, the next one begins again.
    """
    with database.reading(60.0) as session:
        if is_filled(session):
            return
    for kind in _SOURCES:
        after = _FIRST - 1
        while True:
            if is_over():
                return
            begun = monotonic()
            found = database.write_alone(_count_next_day(kind, after))
            if found is None:
                break
            after = found
            sleep(min(_LONGEST_PAUSE, monotonic() - begun))
    database.write(
        lambda session: session.execute("DELETE FROM day_counts WHERE kind = ?", (_UNFILLED,))
    )


def _count_next_day(kind: str, after: int) -> Callable[[Session], int | None]:
    """Return the step that counts the next day that has rows, and returns it; None at the end.

    It also forgets what the table has about the days between the two: they have no rows.
    """
    source, column = _SOURCES[kind]
    next_time = f"SELECT min({column}) FROM {source} {column} >= ?"  # noqa: S608
    counts = f"SELECT status, count(*) FROM {source} {column} BETWEEN ? AND ? GROUP BY status"  # noqa: S608

    def step(session: Session) -> int | None:
        dialect = session.dialect
        day = None
        if after < _LAST:
            row = session.execute(next_time, (dialect.time((after + 1) * DAY),)).fetchone()
            if row is not None and row[0] is not None:
                day = dialect.microseconds(row[0]) // DAY
        forget = "DELETE FROM day_counts WHERE kind = ? AND day > ? AND day <= ?"
        session.execute(forget, (kind, after, _LAST if day is None else day))
        if day is not None:
            ends = (dialect.time(day * DAY), dialect.time((day + 1) * DAY - 1))
            found = session.execute(counts, ends).fetchall()
            rows = [(kind, day, str(status or ""), 0, count) for status, count in found]
            session.execute_many(_INSERT, rows)
        return day

    return step


def merge_parts(session: Session) -> None:
    """Put the parts of each day together, and forget the days of which nothing is left."""
    remove = "DELETE FROM day_counts WHERE kind <> ? RETURNING kind, day, status, number"
    found: Change = Counter()
    for kind, day, status, count in session.execute(remove, (_UNFILLED,)).fetchall():
        found[text(kind), number(day), text(status)] += number(count)
    rows = [(*key, 0, count) for key, count in found.items() if count]
    session.execute_many(_INSERT, rows)
