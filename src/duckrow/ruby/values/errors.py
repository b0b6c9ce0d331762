"""Errors while a value is created or used.

The words are the reference's own. An operator that a value does not have at all is Python's
TypeError, and a division by zero is ZeroDivisionError: the runtime reports those two in words that
name the operator and its location.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class InvalidValueError(DuckrowError):
    """The input cannot be converted to, or combined with, the requested value."""
