"""Errors of a database that a client may hear about."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError
from duckrow.state.writer import AwayError


class TooSlowError(DuckrowError):
    """A query that takes longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the query takes longer than {seconds:g} seconds")


class UnavailableError(DuckrowError):
    """A database that cannot be reached, or cannot write."""


class RefusedError(UnavailableError):
    """A database that refuses us until somebody changes it or its address."""


class UnreachableError(UnavailableError, AwayError):
    """A server that did not come back while it was waited for."""
