"""Struct[{key => type}]: hashes with known keys."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class StructElement:
    """One key: its name, whether it may be missing, and the type of its value."""

    name: str
    is_optional: bool
    value_type: Type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructElement) and (
            self.name == other.name
            and self.is_optional == other.is_optional
            and self.value_type == other.value_type
        )

    def __hash__(self) -> int:
        return hash((self.name, self.is_optional, self.value_type))


@frozen
class StructType(Type):
    """Hashes by key. A Struct without elements is the unparameterized one."""

    name = "Struct"
    elements: tuple[StructElement, ...]


DEFAULT = StructType(())
