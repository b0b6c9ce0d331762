"""Queries of the store for views, and pages of rows.

    asking.rows("nodes", ["=", "latest_report_status", "failed"], order="certname", limit=9)
    asking.page("nodes", None, order="certname", number=2)

Queries are those of PuppetDB as a syntax tree; those that are about nodes are about active nodes.
"""

from __future__ import annotations

from orjson import loads

from duckrow.store.day_counts import counts_of, is_filled
from duckrow.store.population import states_of_nodes
from duckrow.store.query.ask import ask_json
from duckrow.store.query.options import Options
from duckrow.store.query.restrict import of_active_nodes
from duckrow.store.query.times import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.database.database import Database
    from duckrow.store.population import StateCount

    Row = dict[str, object]
    Clause = list[object]

SIZE = 50  # rows on a page
SECONDS = 20.0  # that a query of the page may take
COUNT: list[object] = ["function", "count"]


class Rows:
    """The rows of a page, the number of the page, and how many rows all pages have."""

    __slots__ = ("number", "rows", "total")

    def __init__(self, rows: list[Row], number: int, total: int) -> None:
        self.rows = rows
        self.number = number
        self.total = total

    @property
    def last(self) -> int:
        """Return the number of the last page."""
        return max(1, -(-self.total // SIZE))


class Asking:
    """Asks a store."""

    __slots__ = ("_database", "_now")

    def __init__(self, database: Database, now: float) -> None:
        self._database = database
        self._now = now

    @property
    def now(self) -> float:
        """Return the time of the visit in seconds."""
        return self._now

    def before(self, seconds: float) -> str:
        """Return the time some seconds ago, as queries write it."""
        return str(text_of(int((self._now - seconds) * 1e6)))

    def rows(
        self,
        entity: str,
        clause: Clause | None = None,
        *,
        fields: Sequence[object] = (),
        group_by: Sequence[object] = (),
        order: str = "",
        limit: int | None = None,
        offset: int = 0,
    ) -> list[Row]:
        """Return the rows of a query. `order` names fields, each with - if it is descending."""
        query = _query(entity, clause, fields, group_by)
        return self._ask(query, _options(order, limit, offset))[0]

    def page(
        self,
        entity: str,
        clause: Clause | None = None,
        *,
        fields: Sequence[object] = (),
        order: str = "",
        number: int = 1,
    ) -> Rows:
        """Return a page of rows; a number beyond the last page means the last page."""
        options = _options(order, SIZE, (number - 1) * SIZE)
        options.has_total = True
        query = _query(entity, clause, fields, ())
        rows, total = self._ask(query, options)
        if not rows and total:
            number = -(-total // SIZE)
            options.offset = (number - 1) * SIZE
            rows, total = self._ask(query, options)
        return Rows(rows, number, total)

    def count(self, entity: str, clause: Clause | None = None) -> int:
        """Return how many rows a query has."""
        found = self.rows(entity, clause, fields=[COUNT])
        return number_of(found[0]["count"]) if found else 0

    def ast(self, query: object, limit: int, offset: int) -> list[Row]:
        """Return rows of a query that a person wrote. Raises QueryError."""
        found: object = self._ask(of_active_nodes(query), _options("", limit, offset))[0]
        assert isinstance(found, list)
        return [each if isinstance(each, dict) else {"value": each} for each in found]

    def counts(self, clause: Clause, summarize_by: str, *, order: str, limit: int) -> list[Row]:
        """Return the events of each subject by status."""
        options = _options(order, limit, 0)
        options.summarize_by = summarize_by
        return self._ask(["from", "event_counts", clause], options)[0]

    def counts_of_days(self, kind: str, first: int, last: int) -> dict[int, dict[str, int]] | None:
        """Return how many reports or events each day has, by status; None if the store is filling.

        Days are numbers since 1970.
        """
        with self._database.reading(SECONDS) as session:
            return counts_of(session, kind, first, last) if is_filled(session) else None

    def states_of_nodes(self) -> list[StateCount]:
        """Return how many active nodes are in each combination of states."""
        with self._database.reading(SECONDS) as session:
            return states_of_nodes(session)

    def _ask(self, query: object, options: Options) -> tuple[list[Row], int]:
        body, total = ask_json(self._database, query, options, SECONDS)
        rows: list[Row] = loads(body)
        return rows, len(rows) if total is None else total


def _query(
    entity: str, clause: Clause | None, fields: Sequence[object], group_by: Sequence[object]
) -> object:
    query: object = ["from", entity]
    inner: object = clause
    if fields:
        inner = ["extract", list(fields), *([] if clause is None else [clause])]
        if group_by:
            inner.append(["group_by", *group_by])
    if inner is not None:
        query = ["from", entity, inner]
    return of_active_nodes(query)


def _options(order: str, limit: int | None, offset: int) -> Options:
    options = Options()
    options.order_by = [(name.lstrip("-"), name.startswith("-")) for name in order.split()]
    options.limit = limit
    options.offset = offset or None
    return options


def both(*clauses: Clause | None) -> Clause | None:
    """Return the clause that all of some clauses hold."""
    found = [each for each in clauses if each is not None]
    if len(found) < 2:
        return found[0] if found else None
    return ["and", *found]


def number_of(value: object) -> int:
    """Return a count of an answer."""
    return int(value) if isinstance(value, int | float) else 0


def string_of(value: object) -> str:
    """Return a string of an answer; empty for null."""
    return value if isinstance(value, str) else ""
