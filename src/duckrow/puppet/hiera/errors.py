"""Errors of a lookup, and the jump that means a key was not found.

    EvaluationError
    ├── HieraError          the data or its configuration is wrong; reported in its own words
    └── FailedLookupError   the global layer failed
    NotFoundJump            a function of a hierarchy does not know the key

A lookup that finds nothing returns MISSING.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.location import Location

# The result of a lookup that found nothing.
MISSING: object = type("Missing", (), {"__slots__": (), "__repr__": lambda _: "MISSING"})()


class HieraError(EvaluationError):
    """The data or its configuration is wrong."""

    is_unlogged = True  # the log has the bare message, without the node

    def __init__(self, message: str, code: str = "", location: Location | None = None) -> None:
        super().__init__(message, code, location=location, is_bare=True)


class FailedLookupError(EvaluationError):
    """The global layer failed; inside another lookup that is an error of the data."""


class NotFoundJump(Exception):  # noqa: N818  (no error: the search goes on elsewhere)
    """A function of a hierarchy does not know the key."""
