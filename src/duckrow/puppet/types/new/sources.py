"""The values that Init[T, arguments] accepts.

An Init accepts a T, the only argument of T.new, and arrays of all its arguments. With arguments of
its own it accepts the first argument before those.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.data import RICH_DATA
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, variant_type
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.numbers import exact_integer
from duckrow.puppet.types.model.wrappers import InitType
from duckrow.puppet.types.new.errors import ConversionError
from duckrow.puppet.types.new.lookup import made_type, signatures_of
from duckrow.puppet.types.new.words import not_supported
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.new.signature import Signature

    Ask = Callable[[Type, Type], bool]

# Init rejects these types although they can be created: the first would never end, and the others
# do not name the type to create.
_REJECTED = (InitType, OptionalType, NotUndefType)


@frozen
class Sources:
    """The values from which T.new creates a T.

    `single` are the possible only arguments, and T itself. `several` are arrays of all arguments,
    or None; `may_be_one` means that one argument may be enough for those.
    """

    single: Type
    several: Type | None
    may_be_one: bool


def sources(type_: InitType) -> Sources:
    """Return the values from which the type inside an Init can be created."""
    made = type_.type
    assert made is not None
    found = None if isinstance(made, _REJECTED) else signatures_of(made_type(made))
    if found is None:
        raise not_supported(made)
    if type_.arguments:
        fitting = _taking(found.accepting, type_.arguments)
        if not fitting:
            raise _no_valid_set(type_, made)
        return Sources(variant_type((made, *fitting)), None, False)
    singles = [s.types[0] for s in found.accepting if s.counts == exact_integer(1)]
    others = [s.parameters for s in found.accepting if s.counts != exact_integer(1)]
    may_be_one = any(parameters.bounds().low == 1 for parameters in others)
    return Sources(
        variant_type((made, *singles)), variant_type(others) if others else None, may_be_one
    )


def _taking(signatures: tuple[Signature, ...], arguments: tuple[object, ...]) -> list[Type]:
    """List the first parameters of the signatures whose other ones take the given arguments."""
    given = tuple(map(infer_detailed, arguments))
    found = []
    for signature in signatures:
        if signature.counts.holds(1 + len(given)):
            first = signature.types[0]
            if assignable(signature.parameters, TupleType((first, *given), None)):
                found.append(first)
    return found


def _no_valid_set(type_: InitType, made: Type) -> ConversionError:
    match made:
        case AliasType():
            name = made.alias
        case ObjectType():
            name = made.label
        case _:
            name = made.name
    return ConversionError(
        f"The type '{shown(type_)}' does not represent a valid set of parameters for {name}.new()"
    )


def fits(to: InitType, other: Type, ask: Ask) -> bool:
    """Return whether a type fits an Init."""
    if to.type is None:
        return isinstance(other, InitType) or ask(RICH_DATA, other)
    wanted = sources(to)  # before all questions: it raises the error about a T that cannot be made
    if isinstance(other, InitType):
        return other.type is not None and ask(to.type, other.type)
    if ask(wanted.single, other):
        return True
    if wanted.several is None:
        return False
    return ask(wanted.several, other) or (
        wanted.may_be_one and ask(wanted.several, TupleType((other,), None))
    )


def takes(type_: InitType, value: object) -> bool:
    """Return whether a value is an instance of an Init."""
    if type_.type is None:
        return accepts(RICH_DATA, value)
    wanted = sources(type_)
    if accepts(wanted.single, value):
        return True
    if wanted.several is None:
        return False
    return accepts(wanted.several, value) or (
        wanted.may_be_one and accepts(wanted.several, [value])
    )
