"""type Name = T: an alias, possibly one that contains itself.

The aliased type is resolved on first use. An alias met while it is being resolved accepts nothing
yet, so every definition terminates.

Invariants:
 1. An alias leads to a real type: a circle of aliases, or of choices between them, is rejected.
 2. A choice that leads back to its own alias adds nothing, and is omitted from the aliased type.
"""

from __future__ import annotations

from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import VariantType, variant_type
from duckrow.puppet.types.model.parts import parts
from duckrow.puppet.types.model.references import TYPE_REFERENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class AliasType(Type):
    """A named type. It is resolved on first use, so it may mention itself."""

    __slots__ = ("_is_recursive", "_resolve", "_resolved", "alias")
    name = "TypeAlias"

    def __init__(self, alias: str, resolve: Callable[[], Type]) -> None:
        self.alias = alias
        self._resolve = resolve
        self._resolved: Type | None = None
        self._is_recursive: bool | None = None

    @property
    def resolved(self) -> Type:
        """The aliased type."""
        if self._resolved is None:
            self._resolved = TYPE_REFERENCE
            try:
                self._resolved = self._settled(self._resolve())
            except BaseException:
                self._resolved = None
                raise
        return self._resolved

    @property
    def is_being_resolved(self) -> bool:
        """Whether the alias is being resolved right now."""
        return self._resolved is TYPE_REFERENCE

    @property
    def is_recursive(self) -> bool:
        """Whether the aliased type mentions the alias."""
        if self._is_recursive is not None:
            return self._is_recursive
        found = list(reached(self.resolved))
        is_recursive = any(part is self for part in found)
        names = [self, *(part for part in found if isinstance(part, AliasType))]
        if not any(name.is_being_resolved for name in names):
            self._is_recursive = is_recursive
        return is_recursive

    def _settled(self, found: Type) -> Type:
        self._resolved = found
        if not _is_real(found, self):
            raise TypeSyntaxError(f"Type alias '{self.alias}' cannot be resolved to a real type")
        if isinstance(found, VariantType) and any(option is self for option in reached(found)):
            real = [option for option in found.types if option is not self and _is_real(option)]
            if len(real) != len(found.types):
                return variant_type(real)
        return found

    def key(self) -> object:
        """Two aliases are the same if they have the same name."""
        return self.alias


def unalias(type_: Type) -> Type:
    """Return the type behind any number of aliases."""
    while isinstance(type_, AliasType):
        type_ = type_.resolved
    return type_


def reached(type_: Type) -> Iterator[Type]:
    """Return a type and all types inside it, also through names, each name once."""
    names: set[int] = set()
    waiting = [type_]
    while waiting:
        found = waiting.pop()
        if isinstance(found, AliasType):
            if id(found) in names:
                continue
            names.add(id(found))
            waiting.append(found.resolved)
        else:
            waiting += parts(found)
        yield found


def _is_real(type_: Type, *_names: AliasType) -> bool:
    """Return whether there is anything in a type but names and choices between names."""
    return any(not isinstance(found, AliasType | VariantType) for found in reached(type_))
