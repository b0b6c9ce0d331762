"""The format of a value: formats by type, the narrowest type first.

A map is a tuple of types with their formats; the first type that accepts the value decides. Formats
of a manifest are merged with the defaults: a given format replaces that of the same type, and
removes those of narrower types, which would win otherwise.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.format.directive import Format, plain
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY, UNDEF, AnyType
from duckrow.puppet.types.model.collections import (
    ARRAY,
    HASH,
    ArrayType,
    HashType,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import FLOAT, INTEGER, NUMERIC
from duckrow.puppet.types.model.rich_scalars import BINARY
from duckrow.puppet.types.model.scalars import BOOLEAN, STRING, EnumType, PatternType, StringType
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import OBJECT
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.deferred import Deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Entry = tuple[Type, Format]
    FormatMap = tuple[Entry, ...]

_AS_TEXT = plain("s")

CONTAINED: FormatMap = ((ANY, plain("p")),)  # texts are quoted: they may hold a comma
ARRAY_FORMAT = plain("a", ", ", ", ", CONTAINED)
HASH_FORMAT = plain("h", ", ", " => ", CONTAINED)
DEFAULTS: FormatMap = (
    (OBJECT, plain("p")),
    (FLOAT, plain("f")),
    (NUMERIC, plain("d")),
    (ARRAY, ARRAY_FORMAT),
    (HASH, HASH_FORMAT),
    (BINARY, plain("B")),
    (ANY, _AS_TEXT),
)

# Types that need no inference: the classes of Python that hold all their values.
_CLASSES: dict[int, tuple[type, ...]] = {
    id(OBJECT): (PuppetObject, Deferred),
    id(FLOAT): (float,),
    id(INTEGER): (int,),
    id(NUMERIC): (float, int),
    id(STRING): (str,),
    id(BOOLEAN): (bool,),
    id(UNDEF): (type(None),),
    id(ARRAY): (list,),
    id(HASH): (dict,),
    id(BINARY): (Binary,),
}

# Types that neither contain the other come in this order, or by their text if one has no rank.
_RANKS: dict[type[Type], int] = {
    StructType: 1,
    HashType: 2,
    TupleType: 3,
    ArrayType: 4,
    PatternType: 10,
    EnumType: 11,
    StringType: 12,
}


def find(formats: FormatMap, value: object) -> Format:
    """Return the format that a map has for a value."""
    kind = type(value)
    inferred = None
    for type_, format_ in formats:
        if type(type_) is AnyType:
            return format_
        classes = _CLASSES.get(id(type_))
        if classes is not None:
            if kind in classes:
                return format_
            continue
        if inferred is None:
            inferred = infer_detailed(value)
            if isinstance(inferred, ObjectExtensionType):
                inferred = inferred.base
        if assignable(type_, inferred):
            return format_
    return _AS_TEXT


def merge(lower: FormatMap | None, higher: FormatMap | None) -> FormatMap | None:
    """Put two maps together; where both have a format, the higher one wins."""
    if lower is None or higher is None:
        return lower if higher is None else higher
    below = {
        type_: format_
        for type_, format_ in lower
        if not any(other != type_ and assignable(other, type_) for other, _ in higher)
    }
    found = dict(below)
    for type_, format_ in higher:
        found[type_] = _merge_formats(below[type_], format_) if type_ in below else format_
    return tuple(_sorted(list(found.items())))


def _merge_formats(lower: Format, higher: Format) -> Format:
    return higher.with_additions(
        lower.separator if higher.separator is None else higher.separator,
        lower.separator2 if higher.separator2 is None else higher.separator2,
        merge(lower.elements, higher.elements),
    )


def _sorted(entries: list[Entry]) -> Iterable[Entry]:
    """Sort the narrower types first.

    The comparison is not transitive: by text Array goes before Hash, by rank after it, and the
    types of a manifest add more such circles. The result depends on which pairs are compared, so
    this is the merge sort that Ruby uses.
    """
    if len(entries) < 2:
        return entries
    half = len(entries) // 2
    left, right = list(_sorted(entries[:half])), list(_sorted(entries[half:]))
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if _compare(left[i][0], right[j][0]) <= 0:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def _compare(one: Type, other: Type) -> int:
    is_narrower, is_wider = assignable(other, one), assignable(one, other)
    if one == other:
        return 0
    if is_narrower != is_wider:
        return -1 if is_narrower else 1
    ranks = _RANKS.get(type(one), 0), _RANKS.get(type(other), 0)
    if 0 in ranks:
        left, right = type_to_text(one), type_to_text(other)
        return (left > right) - (left < right)
    return ranks[0] - ranks[1]
