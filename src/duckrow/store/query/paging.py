"""Which rows of an answer a query asks for, and in which order."""

from __future__ import annotations

from duckrow.store.query.check import written
from duckrow.store.query.errors import QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.entity import Entity
    from duckrow.store.query.tree import Order

_PAGING = ("limit", "offset", "order_by")


class Paging:
    """Which rows of an answer a query asks for, and in which order."""

    __slots__ = ("limit", "offset", "order_by")

    def __init__(self) -> None:
        self.limit: int | None = None
        self.offset: int | None = None
        self.order_by: list[tuple[str, bool]] = []


def paging_of(clauses: Sequence[object]) -> Paging:
    """Return the paging that clauses of `from` ask for: limit, offset and order_by."""
    paging = Paging()
    seen = set()
    for clause in clauses:
        if not isinstance(clause, list) or not clause or clause[0] not in _PAGING:
            continue
        name = clause[0]
        if name in seen:
            raise QueryError(f"Multiple '{name}' clauses are not permitted")
        seen.add(name)
        if len(clause) < 2 or clause[1] in (None, False):
            raise QueryError(f"Received '{name}' clause without an argument")
        value = clause[1]
        if name == "order_by":
            paging.order_by = [_order(each) for each in value] if isinstance(value, list) else []
        elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 63:
            raise QueryError(f"'{name}' takes a number, not {written(value)}")
        elif name == "limit":
            paging.limit = value
        else:
            paging.offset = value
    return paging


def is_paging(clause: object) -> bool:
    """Return whether a clause of `from` is about paging."""
    return isinstance(clause, list) and bool(clause) and clause[0] in _PAGING


def _order(entry: object) -> tuple[str, bool]:
    if isinstance(entry, list) and entry and len(entry) < 3:
        direction = entry[1] if len(entry) == 2 else "asc"
        if direction in ("asc", "desc"):
            return str(entry[0]), direction == "desc"
    elif isinstance(entry, str):
        return entry, False
    raise QueryError(f"'order_by' takes fields, each with asc or desc, not {written(entry)}")


def order_of(entity: Entity, pairs: Sequence[tuple[str, bool]]) -> list[Order]:
    """Return the columns that a query is ordered by."""
    found: list[Order] = []
    for name, is_descending in pairs:
        if name not in entity.orderable:
            supported = "', '".join(entity.orderable)
            raise QueryError(
                f"Unrecognized column '{name}' specified in :order_by;"
                f" Supported columns are '{supported}'"
            )
        if not entity.columns[name].can_compare:
            raise QueryError(f"the field '{name}' has no order")
        found.append((entity.columns[name], is_descending))
    return found
