"""From a query to its rows.

plan = plan_of(["from", "nodes", ["=", "certname", "huey"]], Options(), SQLITE)
for row in session.execute(plan.statement.text, plan.statement.values):
    plan.make(row)
"""

from __future__ import annotations

from duckrow.store.query.ast import read_query
from duckrow.store.query.counts import events_of, plan_counts
from duckrow.store.query.entities import ENTITIES, VARIANTS
from duckrow.store.query.errors import QueryError
from duckrow.store.query.paging import order_of
from duckrow.store.query.plan import Plan, read_from
from duckrow.store.query.rows import row_maker
from duckrow.store.query.sql import count_of, statement_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.query.options import Options
    from duckrow.store.query.rows import Row
    from duckrow.store.query.words import Words

_FEW = 100  # rows
COUNTS = ("event_counts", "aggregate_event_counts")


def plan_of(query: object, options: Options, words: Words) -> Plan:
    """Return the plan of a query that begins with `from`. Raises QueryError."""
    found = read_from(query)
    if found.entity in COUNTS:
        return plan_counts(found, options, words)
    entity = VARIANTS.get(options.variant) or ENTITIES.get(found.entity)
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
    make = _name if entity.is_distinct else row_maker(select.fields)
    is_short = select.limit is not None and select.limit <= _FEW
    return Plan(statement_of(select, words, since), make, count, is_short=is_short)


def _name(row: Row) -> object:
    """Return a name of a fact: the answer is a list of names."""
    return row[0]
