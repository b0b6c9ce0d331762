"""Why is a value no instance of a type? The answer in the reference's words.

    describe_mismatch("it", parse_type("Array[Integer]"), infer_detailed([1, "a"]))
    → it index 1 expects an Integer value, got String

The expected type is taken apart along with the type of what is there, one rule for each kind of
type, until the parts that do not fit are found; each becomes a mismatch with the path to it. A rule
is asked with the type and with what to call it: an Optional or a name is opened on the way, but
the message should speak of the whole.

The rules for Enum and Pattern take for granted that the string does not fit, so a tuple with one
bad element may report good ones as well. The reference does so, and people search for its words.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.describe.merge import SIZES, merge
from duckrow.puppet.types.describe.parts import first_unresolved
from duckrow.puppet.types.describe.problems import (
    BLOCK,
    ENTRY,
    ENTRY_KEY,
    INDEX,
    RETURN,
    SUBJECT,
    VARIANT,
    Mismatch,
    MissingKey,
    Step,
    UnrecognizedKey,
    UnresolvedType,
    WrongCount,
    WrongPattern,
    WrongSize,
    WrongType,
)
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import ANY, UNDEF, UndefType
from duckrow.puppet.types.model.choices import OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ArrayType,
    HashType,
    StructElement,
    StructType,
    TupleType,
    array_type,
    hash_type,
)
from duckrow.puppet.types.model.numbers import ANY_SIZE, IntegerType, exact_integer
from duckrow.puppet.types.model.scalars import EnumType, PatternType
from duckrow.puppet.types.model.scalars import exact_string as one_string
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.normalize import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.describe.problems import Path
    from duckrow.puppet.types.model.base import Type

    Rule = Callable[[Any, Type, Type, Path], list[Mismatch]]


def describe_mismatch(name: str, expected: Type, actual: Type) -> str:
    """Return why a type does not fit; empty if it does. `name` is the subject of the sentence."""
    mismatches = describe(expected, actual, (Step(SUBJECT, name),))
    # Several lines keep the space that each of them begins with.
    return joined(mismatches) if len(mismatches) > 1 else joined(mismatches).strip()


def joined(mismatches: list[Mismatch]) -> str:
    """Write mismatches, each on a line of its own."""
    return "\n ".join(mismatch.text() for mismatch in mismatches)


def describe(expected: Type, actual: Type, path: Path) -> list[Mismatch]:
    """List the mismatches between a type and the expected one."""
    unresolved = first_unresolved(expected)
    if unresolved is not None:
        return [Mismatch(path, UnresolvedType(unresolved))]
    return _describe(normalize(expected), expected, actual, path)


def wrong_type(path: Path, expected: Type, actual: Type) -> list[Mismatch]:
    """Return the mismatch of two types as such."""
    return [Mismatch(path, WrongType(normalize(expected), normalize(actual)))]


def _describe(expected: Type, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    return _RULES.get(type(expected), _others)(expected, original, actual, path)


def _others(expected: Type, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    return [] if assignable(expected, actual) else wrong_type(path, original, actual)


def _alias(expected: AliasType, _original: Type, actual: Type, path: Path) -> list[Mismatch]:
    return _describe(normalize(expected.resolved), expected, actual, path)


def _optional(expected: OptionalType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, UndefType) or expected.type is None:
        return []
    whole = original if isinstance(original, AliasType) else expected
    return _describe(expected.type, whole, actual, path)


def _strings(_expected: Type, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    return [Mismatch(path, WrongPattern(normalize(original), normalize(actual)))]


def _variant(expected: VariantType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    options = expected.types
    if isinstance(original, OptionalType):
        options = (UNDEF, *options)
    alternatives = []
    for index, option in enumerate(options):
        mismatches = describe(option, actual, (*path, Step(VARIANT, index)))
        if not mismatches:
            return []
        alternatives.append(mismatches)
    merged = merge(alternatives, len(path), SIZES)
    if isinstance(original, AliasType) and len(merged) == 1:
        return wrong_type(path, original, actual)
    return merged


def _fits(expected: IntegerType | None, actual: IntegerType | None) -> bool:
    actual = actual or ANY_SIZE
    return (expected or ANY_SIZE).covers(actual.low, actual.high)


def _wrong_size(
    path: Path, expected: IntegerType | None, actual: IntegerType | None
) -> list[Mismatch]:
    return [Mismatch(path, WrongSize(expected or ANY_SIZE, actual or ANY_SIZE))]


def _array(expected: ArrayType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, TupleType):
        size = actual.size or exact_integer(len(actual.types))
        if not _fits(expected.size, size):
            return _wrong_size(path, expected.size, size)
        return [
            mismatch
            for index, type_ in enumerate(actual.types)
            if not assignable(expected.element, type_)
            for mismatch in describe(expected.element, type_, (*path, Step(INDEX, index)))
        ]
    if isinstance(actual, ArrayType):
        if expected.size is not None and not _fits(expected.size, actual.size):
            return _wrong_size(path, expected.size, actual.size)
        return wrong_type(path, original, array_type(actual.element))
    return wrong_type(path, original, actual)


def _hash(expected: HashType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, StructType):
        size = _struct_size(actual)
        if not _fits(expected.size, size):
            return _wrong_size(path, expected.size, size)
        found: list[Mismatch] = []
        for element in actual.elements:
            found += _entry(expected.key_type, expected.value_type, element, path)
        return found
    if isinstance(actual, HashType):
        if expected.size is not None and not _fits(expected.size, actual.size):
            return _wrong_size(path, expected.size, actual.size)
        return wrong_type(path, original, hash_type(actual.key_type, actual.value_type))
    return wrong_type(path, original, actual)


def _entry(key: Type, value: Type, element: StructElement, path: Path) -> list[Mismatch]:
    """List the mismatches of the key and the value of one entry."""
    found: list[Mismatch] = []
    actual_key = _key_type(element)
    if not assignable(key, actual_key):
        found += describe(key, actual_key, (*path, Step(ENTRY_KEY, element.name)))
    if not assignable(value, element.value_type):
        found += describe(value, element.value_type, (*path, Step(ENTRY, element.name)))
    return found


def _key_type(element: StructElement) -> Type:
    key = one_string(element.name)
    return OptionalType(key) if element.is_optional else key


def _struct_size(type_: StructType) -> IntegerType:
    required = sum(not element.is_optional for element in type_.elements)
    return IntegerType(required, len(type_.elements))


def _struct(expected: StructType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if isinstance(actual, StructType):
        return _struct_entries(expected, actual, path)
    if isinstance(actual, HashType):
        size = _struct_size(expected)
        if not _fits(size, actual.size):
            return _wrong_size(path, size, actual.size)
        return wrong_type(path, original, hash_type(actual.key_type, actual.value_type))
    return wrong_type(path, original, actual)


def _struct_entries(expected: StructType, actual: StructType, path: Path) -> list[Mismatch]:
    found: list[Mismatch] = []
    rest = {element.name: element for element in actual.elements}
    for wanted in expected.elements:
        given = rest.pop(wanted.name, None)
        if given is not None:
            found += _entry(_key_type(wanted), wanted.value_type, given, path)
        elif not wanted.is_optional:
            found.append(Mismatch(path, MissingKey(wanted.name)))
    found += [Mismatch(path, UnrecognizedKey(name)) for name in rest]
    return found


def _tuple(expected: TupleType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    return _elements(expected, original, actual, path, WrongSize)


def _elements(
    expected: TupleType,
    original: Type,
    actual: Type,
    path: Path,
    wrong_size: type[WrongSize | WrongCount],
) -> list[Mismatch]:
    """Describe a tuple; one of arguments has another word for its size."""
    if expected == actual:
        return []
    if isinstance(actual, TupleType):
        size = actual.bounds()
        given: tuple[Type, ...] = actual.types if expected.types else ()
    elif isinstance(actual, ArrayType):
        if not expected.types:
            return []
        size = actual.size or ANY_SIZE
        given = (actual.element,) * len(expected.types)
    else:
        return wrong_type(path, original, actual)
    if not _fits(expected.bounds(), size):
        return [Mismatch(path, wrong_size(expected.bounds(), size))]
    last = len(expected.types) - 1
    return [
        mismatch
        for index, type_ in enumerate(given)
        for mismatch in describe(expected.at(index), type_, (*path, Step(INDEX, min(index, last))))
    ]


def _callable(expected: CallableType, original: Type, actual: Type, path: Path) -> list[Mismatch]:
    if not isinstance(actual, CallableType):
        return wrong_type(path, original, actual)
    if expected.parameters is not None:
        if actual.parameters is None:
            return wrong_type(path, original, actual)
        found = _elements(
            expected.parameters, expected.parameters, actual.parameters, path, WrongCount
        )
        if found:
            return found
    elif expected.returns is None:
        return []
    returns, gives = expected.returns or ANY, actual.returns or ANY
    if not assignable(returns, gives):
        return wrong_type((*path, RETURN), returns, gives)
    block, takes = expected.block or UNDEF, actual.block or UNDEF
    if not assignable(takes, block):
        return wrong_type((*path, BLOCK), block, takes)
    return []


_RULES: dict[type[Type], Rule] = {
    AliasType: _alias,
    ArrayType: _array,
    CallableType: _callable,
    EnumType: _strings,
    HashType: _hash,
    OptionalType: _optional,
    PatternType: _strings,
    StructType: _struct,
    TupleType: _tuple,
    VariantType: _variant,
}
