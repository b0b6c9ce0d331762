"""What is wrong with a regular expression."""

from __future__ import annotations


class PatternError(Exception):
    """A pattern that the reference does not take; `offset` is where it stops reading."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
