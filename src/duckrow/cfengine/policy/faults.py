"""Errors in a policy as a whole, as they are printed."""

from __future__ import annotations


class Faults:
    """Errors, in order."""

    __slots__ = ("_last_file", "at_once", "found")

    def __init__(self, last_file: str) -> None:
        self._last_file = last_file
        self.found: list[str] = []
        # Messages that the reference prints while it is still checking.
        self.at_once: list[str] = []

    def add(self, file: str, line: int, message: str) -> None:
        """Add an error."""
        self.found.append(f"{file}:{line}:0: error: {message}")

    def say_at_once(self, message: str) -> None:
        """Add a message that is printed before all errors, with the location reached so far."""
        self.at_once.append(f"{self._last_file}:1:1: error: {message}")

    def lines(self) -> list[str]:
        """Return all messages in the order of printing; nothing if there is no error."""
        return [*self.at_once, *self.found] if self.found else []
