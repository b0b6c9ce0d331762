"""Type, the base of all type records: equality by content, and a name.

A type record is data. The questions about types are in modules of their own: `instance`,
`assignable`, `infer`, `common`, `generalize`, `normalize`, `type_text` and `parse`.

Nothing changes a record after it is made (its attributes are Final), so records may be shared. The
bare type of a class exists once, as a constant beside the class: INTEGER, STRING, ANY.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Type:
    """Any type. Its slots, in order, are its parameters."""

    # Not parameters: tables that `instance` and `assignable` make on first use, the direction of an
    # integer range, and whether a reference was given as a parameter (see `format`).
    __slots__: ClassVar[tuple[str, ...]] = ("_descends", "_check", "_takes", "_was_parameter")
    name: ClassVar[str] = "Any"
    if TYPE_CHECKING:
        _descends: bool
        _check: Callable[[object], bool]
        _takes: dict[type, Any]
        _was_parameter: bool

    @property
    def ruby_class_name(self) -> str:
        return f"Puppet::Pops::Types::P{self.name}Type"

    def ruby_to_s(self) -> str:
        from duckrow.puppet.types.format.interpolated import interpolated

        return interpolated(self)

    def ruby_inspect(self) -> str:
        # Ruby shows an address, which is of no use.
        return f"#<{self.ruby_to_s()}>"

    def key(self) -> object:
        """Return the key that is the same for equal types of a class."""
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
