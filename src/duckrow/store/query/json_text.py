"""JSON as the store writes it: equal values are equal texts."""

from __future__ import annotations

from orjson import OPT_SORT_KEYS, JSONEncodeError, dumps

from duckrow.store.query.errors import QueryError


def json_of(value: object) -> str:
    """Return a value as JSON, as the store writes it. Raises QueryError."""
    try:
        return dumps(value, option=OPT_SORT_KEYS).decode()
    except JSONEncodeError as error:
        raise QueryError(f"a value of the query cannot be stored: {error}") from None
