"""Errors in a policy as a whole, as they are printed."""

from __future__ import annotations


class PolicyErrors:
    """Errors, in order."""

    __slots__ = ("_last_file", "early", "found")

    def __init__(self, last_file: str) -> None:
        self._last_file = last_file
        self.found: list[str] = []
        # Messages that the reference prints while it is still checking.
        self.early: list[str] = []

    def add(self, file: str, line: int, message: str) -> None:
        """Add an error."""
        self.found.append(f"{file}:{line}:0: error: {message}")

    def add_early(self, message: str) -> None:
        """Add a message that is printed before all errors, with the location reached so far."""
        self.early.append(f"{self._last_file}:1:1: error: {message}")

    def lines(self) -> list[str]:
        """Return all messages in the order of printing; nothing if there is no error."""
        return [*self.early, *self.found] if self.found else []
