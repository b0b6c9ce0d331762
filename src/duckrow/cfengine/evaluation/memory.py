"""What the rooms remember during one run, each in a class of its own.

    seen = context.memory.of(Anchors)

A room defines the class, and nobody else reads it. State that several rooms share is an attribute
of RunState.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Part = TypeVar("Part")


class Memory:
    """One object of each class that was asked for."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[type, object] = {}

    def of(self, kind: type[Part]) -> Part:
        """Return the object of a class; the first call makes it."""
        found = self._parts.get(kind)
        if found is None:
            found = self._parts[kind] = kind()
        assert isinstance(found, kind)
        return found

    def take(self, kind: type[Part]) -> Part:
        """Return the object of a class and forget it."""
        found = self.of(kind)
        del self._parts[kind]
        return found
