"""What goes wrong while data is read or merged."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class DataError(DuckrowError):
    """Data that cannot be read, or values that cannot be merged."""


class LimitError(DataError):
    """Data that is larger or deeper than is good for anyone."""
