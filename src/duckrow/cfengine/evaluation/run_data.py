"""Data of single rooms during one run, a class for each.

    seen = context.run_data.of(Anchors)

The room that defines the class is the only one that reads it. Data that several rooms share is an
attribute of RunState.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Part = TypeVar("Part")


class RunData:
    """At most one object of each class."""

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
        """Return the object of a class and remove it."""
        found = self.of(kind)
        del self._parts[kind]
        return found
