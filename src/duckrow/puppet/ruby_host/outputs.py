"""The exit codes that belong to outputs of commands."""

from __future__ import annotations


class Outputs:
    """The exit codes of the last outputs: a string of Ruby code has no place for one."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: list[tuple[str, int | None]] = []

    def add(self, output: str, code: int | None) -> None:
        """Remember the exit code of an output."""
        self._last = [(output, code), *self._last[:63]]

    def find(self, output: str) -> int | None:
        """Return the exit code of an output; a string of another origin raises KeyError."""
        for each, code in self._last:
            if each is output:
                return code
        raise KeyError(output)
