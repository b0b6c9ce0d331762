"""Type, the base of all type records: identity by content, and a name."""

from __future__ import annotations

from duckrow.source.frozen import abstract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar


@abstract
class Type:
    """Any type. Its fields, in order, are what it is made of."""

    # Not part of what a type is: tables that checks make for it, see `kinds` and `takes`, the
    # direction of a range, see `integer`, and whether a reference was a parameter, see `format`.
    __slots__: ClassVar[tuple[str, ...]] = ("_descends", "_kinds", "_takes", "_was_parameter")
    name: ClassVar[str] = "Any"
    if TYPE_CHECKING:
        _kinds: ClassVar[dict[type, Any]]
        _takes: ClassVar[dict[type, Any]]

    def key(self) -> object:
        """Give what makes two types of a class the same."""
        return tuple(getattr(self, field) for field in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((type(self), self.key()))

    def __repr__(self) -> str:
        parts = ", ".join(repr(getattr(self, field)) for field in self.__slots__)
        return f"{type(self).__name__}({parts})"
