"""What is wrong with a policy as a whole, drawn as it is printed."""

from __future__ import annotations


class Faults:
    """What is wrong, in order."""

    __slots__ = ("_last_file", "at_once", "found")

    def __init__(self, last_file: str) -> None:
        self._last_file = last_file
        self.found: list[str] = []
        # What the reference says while it is still looking.
        self.at_once: list[str] = []

    def add(self, file: str, line: int, message: str) -> None:
        """Note a fault."""
        self.found.append(f"{file}:{line}:0: error: {message}")

    def say_at_once(self, message: str) -> None:
        """Note what is said before all faults, at the place where reading stands."""
        self.at_once.append(f"{self._last_file}:1:1: error: {message}")

    def lines(self) -> list[str]:
        """Give all, in the order in which they are printed, unless nothing is at fault."""
        return [*self.at_once, *self.found] if self.found else []
