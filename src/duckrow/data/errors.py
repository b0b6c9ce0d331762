"""Errors of reading and merging data."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class DataError(DuckrowError):
    """Data that cannot be read, or values that cannot be merged."""


class LimitError(DataError):
    """Data that is too large or too deeply nested."""


class YamlError(DataError):
    """Invalid YAML, or a value that may not be loaded."""
