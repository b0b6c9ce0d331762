"""The exceptions of this room.

DuckrowError
└── RegexpError             a regular expression that cannot be used
    ├── PatternError        an invalid pattern, or one that cannot be translated; has an offset
    └── MatchTimeoutError   a match that took too long
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class RegexpError(DuckrowError):
    """A regular expression that cannot be used."""


class PatternError(RegexpError):
    """A pattern that is invalid or cannot be translated, with the offset of the error."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class MatchTimeoutError(RegexpError):
    """A match that was stopped because it took too long."""

    def __init__(self, source: str, seconds: float) -> None:
        shown = source if len(source) <= 60 else source[:57] + "..."
        super().__init__(f"matching /{shown}/ was stopped after {seconds:g} s")
        self.source = source
        self.seconds = seconds
