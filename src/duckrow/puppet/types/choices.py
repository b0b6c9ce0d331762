"""The alternatives of a type: aliases, Variants, Optionals and NotUndefs taken apart."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import ANY, UNDEF
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.types.model.base import Type


def choices(type_: Type, is_defined: bool = False) -> Iterator[tuple[Type, bool]]:
    """Return the plain types a value may be of, each with whether undef is ruled out.

    A name met again on the way adds nothing, so this ends for definitions that mention themselves.
    """
    seen: set[tuple[int, bool]] = set()
    waiting: list[tuple[Type, bool]] = [(type_, is_defined)]
    while waiting:
        found, is_defined = waiting.pop()
        match found:
            case AliasType():
                if (id(found), is_defined) not in seen:
                    seen.add((id(found), is_defined))
                    waiting.append((found.resolved, is_defined))
            case VariantType():
                waiting += [(option, is_defined) for option in reversed(found.types)]
            case OptionalType():
                if found.type is not None:
                    waiting.append((found.type, is_defined))
                waiting.append((UNDEF, is_defined))
            case NotUndefType():
                waiting.append((ANY if found.type is None else found.type, True))
            case _:
                yield found, is_defined


def opened(type_: Type) -> Iterator[Type]:
    """Return the targets of an alias through other aliases and Variants, each alias once."""
    seen: set[int] = set()
    waiting: list[Type] = [type_]
    while waiting:
        found = waiting.pop()
        match found:
            case AliasType():
                if id(found) not in seen:
                    seen.add(id(found))
                    waiting.append(found.resolved)
            case VariantType():
                waiting += reversed(found.types)
            case OptionalType() if isinstance(found.type, AliasType | VariantType):
                waiting += (found.type, UNDEF)
            case _:
                yield found
