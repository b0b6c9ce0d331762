"""Enum[values]: one of several strings, with or without regard to case."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class EnumType(Type):
    """A closed set of strings, kept sorted and without repetition."""

    name = "Enum"
    values: tuple[str, ...]
    ignores_case: bool


DEFAULT = EnumType((), False)


def enum(values: Iterable[str], ignores_case: bool = False) -> EnumType:
    """Make an Enum of some strings."""
    return EnumType(tuple(sorted(set(values))), ignores_case)
