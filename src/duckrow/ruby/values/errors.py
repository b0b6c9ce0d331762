"""What goes wrong when a value is made or used.

The words are the reference's own. An operator that a value does not have at all is Python's
TypeError, and a division by zero is ZeroDivisionError: the runtime reports those two in words
that name the operator and its place.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class InvalidValueError(DuckrowError):
    """What was given cannot become, or does not go together with, the value that was asked for."""
