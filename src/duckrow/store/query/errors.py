"""The error of a query that cannot be answered."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class QueryError(DuckrowError):
    """A query that is invalid; the message has the reference's words, if it has some."""
