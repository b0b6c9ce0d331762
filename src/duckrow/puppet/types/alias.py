"""type Name = T: another name for a type, possibly one that contains itself."""

from __future__ import annotations

from duckrow.puppet.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class AliasType(Type):
    """A named type. What it stands for is worked out on first use, so it may mention itself."""

    __slots__ = ("_resolve", "_resolved", "alias")
    name = "TypeAlias"

    def __init__(self, alias: str, resolve: Callable[[], Type]) -> None:
        self.alias = alias
        self._resolve = resolve
        self._resolved: Type | None = None

    @property
    def resolved(self) -> Type:
        """What the name stands for."""
        if self._resolved is None:
            self._resolved = self._resolve()
        return self._resolved

    def key(self) -> object:
        """Two aliases are the same if they have the same name."""
        return self.alias


def unalias(type_: Type) -> Type:
    """Give what a type stands for, through any number of names."""
    while isinstance(type_, AliasType):
        type_ = type_.resolved
    return type_
