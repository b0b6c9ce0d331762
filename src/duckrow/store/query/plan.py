"""From a query to its rows.

plan = plan_of(["from", "nodes", ["=", "certname", "huey"]], Options(), SQLITE)
for row in session.execute(plan.statement.text, plan.statement.values):
    plan.make(row)
"""

from __future__ import annotations

from duckrow.store.query.ast import Paging, is_paging, order_of, paging_of, read_query
from duckrow.store.query.check import written
from duckrow.store.query.counts import events_of, plan_counts
from duckrow.store.query.entities import ENTITIES
from duckrow.store.query.errors import QueryError
from duckrow.store.query.rows import row_maker
from duckrow.store.query.sql import count_of, statement_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.query.options import Options
    from duckrow.store.query.rows import Answer, Row
    from duckrow.store.query.sql import Statement
    from duckrow.store.query.words import Words

COUNTS = ("event_counts", "aggregate_event_counts")


class Plan:
    """A statement, how its rows become objects, and the statement that counts them."""

    __slots__ = ("count", "make", "statement")

    def __init__(
        self,
        statement: Statement,
        make: Callable[[Row], Answer],
        count: Statement | None = None,
    ) -> None:
        self.statement = statement
        self.make = make
        self.count = count


class From:
    """A query without its entity: the clause and the paging beside it."""

    __slots__ = ("clause", "entity", "paging")

    def __init__(self, entity: str, clause: object, paging: Paging) -> None:
        self.entity = entity
        self.clause = clause
        self.paging = paging


def read_from(query: object) -> From:
    """Return the parts of a query that begins with `from`."""
    if not isinstance(query, list) or len(query) < 2 or query[0] != "from":
        raise QueryError(_NO_FROM)
    if not isinstance(query[1], str):
        raise QueryError(_NO_FROM)
    entity = query[1].replace("-", "_")
    rest = query[2:]
    if rest and not isinstance(rest[0], list):
        raise QueryError(
            "Your `from` query accepts an optional query only as a second argument."
            " Check your query and try again."
        )
    if rest and is_paging(rest[0]):
        return From(entity, [], paging_of(rest))
    return From(entity, rest[0] if rest else [], paging_of(rest[1:]))


_NO_FROM = (
    'Your initial query must be of the form: ["from",<entity>,(<optional-query>)].'
    " Check your query and try again."
)


def plan_of(query: object, options: Options, words: Words) -> Plan:
    """Return the plan of a query that begins with `from`. Raises QueryError."""
    found = read_from(query)
    if found.entity in COUNTS:
        return plan_counts(found, options, words)
    entity = ENTITIES.get(found.entity)
    if entity is None:
        raise QueryError(f"Invalid entity '{found.entity}' in query")
    order = found.paging.order_by or options.order_by
    columns = order_of(entity, order)
    if found.entity == "events":
        select = events_of(found.clause, options)
    else:
        select = read_query(entity, found.clause)
    select.order_by = columns
    select.limit = options.limit if found.paging.limit is None else found.paging.limit
    select.offset = options.offset if found.paging.offset is None else found.paging.offset
    since = options.inactive_since
    count = count_of(select, words, since) if options.has_total else None
    make = row_maker(select.fields)
    return Plan(statement_of(select, words, since), make, count)


def shown(query: object) -> str:
    """Return a query as messages show it."""
    return written(query)
