"""Errors while a value is created from others, apart from arguments of the wrong type."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class ConversionError(DuckrowError):
    """A value that cannot be converted. The words are the reference's own."""
