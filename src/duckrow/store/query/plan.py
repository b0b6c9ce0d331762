"""What the database is asked for a query, and how its rows become the answer; `from` is read here.

`planner.plan_of` makes plans.
"""

from __future__ import annotations

from duckrow.store.query.errors import QueryError
from duckrow.store.query.paging import Paging, is_paging, paging_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.query.rows import Row
    from duckrow.store.query.sql import Statement


class Plan:
    """A statement, how its rows become objects, and the statement that counts them.

    `is_short` says that few rows come.
    """

    __slots__ = ("count", "is_short", "make", "statement")

    def __init__(
        self,
        statement: Statement,
        make: Callable[[Row], object],
        count: Statement | None = None,
        *,
        is_short: bool = False,
    ) -> None:
        self.statement = statement
        self.make = make
        self.count = count
        self.is_short = is_short


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
