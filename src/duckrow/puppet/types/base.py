"""What all types share: identity by content, and a name.

A type is data. What can be asked about types stands in modules of its own, one question each:
`instance` (does it accept a value), `assignable`, `infer`, `common`, `generalize`, `normalize`,
`written` (its text) and `parse` (from text).

Types are frozen and compare by content; the ones without parameters exist once, as `DEFAULT` of
their class's module.
"""

from __future__ import annotations

from duckrow.puppet.values.frozen import abstract

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
