"""Errors while values are converted to or from plain data."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class RichDataError(DuckrowError):
    """A value that plain data cannot hold, or data that no value can be made of."""
