"""Undeclared uses in definitions that are read once: each compile that needs them reports them."""

from __future__ import annotations

from threading import local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from duckrow.puppet.loaders.visibility.use import Use

    T = TypeVar("T")
    Key = tuple[object, str]  # who sees the definition, and its name


class KeptUses:
    """The uses in each type and function of an environment, those in inner types included."""

    __slots__ = ("_of", "_reading", "loose")

    def __init__(self) -> None:
        self._of: dict[Key, list[Use]] = {}
        self._reading = local()  # compiles in several threads read definitions
        self.loose: list[Use] = []  # uses that were found while no definition was read

    def read(self, key: Key, read: Callable[[], T]) -> T:
        """Read a definition, and keep the uses that are found while it is read."""
        outer: list[Use] | None = getattr(self._reading, "uses", None)
        kept = self._of.get(key)
        if kept is not None:
            found = read()
        else:
            kept = self._reading.uses = []
            try:
                found = read()
            finally:
                self._reading.uses = outer
            self._of[key] = kept
        if outer is not None:
            outer += kept
        return found

    def add(self, use: Use) -> None:
        """Add a use in the definition that is being read."""
        reading: list[Use] | None = getattr(self._reading, "uses", None)
        (self.loose if reading is None else reading).append(use)

    def of(self, key: Key) -> Sequence[Use]:
        """Return the uses in a definition that has been read."""
        return self._of.get(key, ())
