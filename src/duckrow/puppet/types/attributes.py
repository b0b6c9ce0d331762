"""The attributes of a type when a program treats the type as an object, as tree_each does.

The reference describes each type by an object type of its own: an Enum is an object with the
attributes `values` and `case_insensitive`. A type has the attributes that its own object type
declares; those that it inherits, such as the size of an Array, do not count.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.model.collections import ArrayType, HashType, StructElement
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.wrappers import TYPE
from duckrow.puppet.types.objects.builtin import builtin
from duckrow.puppet.types.objects.object_type import NO_VALUE
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.rich_data.types import form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

_INHERITED: dict[type[Type], frozenset[str]] = {
    ArrayType: frozenset({"size_type"}),
    HashType: frozenset({"size_type"}),
    IntegerType: frozenset({"from", "to"}),
    FloatType: frozenset({"from", "to"}),
}
_STRUCT_ELEMENT = builtin(
    "Pcore::StructElement",
    {"key_type": (TYPE, NO_VALUE), "value_type": (TYPE, NO_VALUE)},
    {},
    {},
)


class StructElementObject(PuppetObject):
    """An element of a Struct as a value of the language."""

    __slots__ = ()

    def init_hash(self) -> dict[str, object]:
        """Return an empty hash: the reference stores no attributes for an element."""
        return {}


def own_attributes(type_: Type) -> list[tuple[str, object]]:
    """Return the names and values of the attributes that the class of a type declares."""
    if type(type_) is NumericType:
        return [("from", None), ("to", None)]
    inherited = _INHERITED.get(type(type_), frozenset())
    return [
        (name, _as_value(part))
        for name, part, _default in form_of(type_).parts(type_)
        if name not in inherited
    ]


def _as_value(part: object) -> object:
    """Return the part of a type as a value of the language."""
    if isinstance(part, list):
        return [_as_value(item) for item in part]
    if isinstance(part, StructElement):
        parts = form_of(part).parts(part)
        return StructElementObject(_STRUCT_ELEMENT, {name: each for name, each, _ in parts})
    return str(part) if isinstance(part, Symbol) else part
