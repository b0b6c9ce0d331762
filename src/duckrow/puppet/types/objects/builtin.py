"""The object types of the language itself: Error, Deferred, LookupContext; and Target.

Target is not a name of the language. Code that runs plans adds it to its own names.
"""

from __future__ import annotations

from duckrow.puppet.types.data import DATA
from duckrow.puppet.types.model.basic import UNDEF
from duckrow.puppet.types.model.choices import NOT_UNDEF, OptionalType, VariantType
from duckrow.puppet.types.model.collections import ARRAY as ANY_ARRAY
from duckrow.puppet.types.model.collections import HashType, TupleType
from duckrow.puppet.types.model.numbers import NOT_EMPTY
from duckrow.puppet.types.model.scalars import (
    ENUM,
    PATTERN,
    REGEXP,
    STRING,
    PatternType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import CallableType, TypeType
from duckrow.puppet.types.objects.object_type import (
    NO_VALUE,
    Attribute,
    Definition,
    Function,
    ObjectType,
    TypeParameter,
)
from duckrow.puppet.types.objects.schema import ANNOTATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.puppet.types.model.base import Type

_TEXT = StringType(NOT_EMPTY, None)
_OPTIONAL_TEXT = OptionalType(_TEXT)
_FUNCTION_NAME = PatternType((r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z",))
_MATCHER = OptionalType(
    VariantType(
        (
            STRING,
            REGEXP,
            *map(TypeType, (ENUM, PATTERN, NOT_UNDEF, UNDEF)),
        )
    )
)


def builtin(
    name: str,
    attributes: Mapping[str, tuple[Type, object]],
    functions: Mapping[str, Type],
    parameters: Mapping[str, Type],
) -> ObjectType:
    """Return an object type from attributes with their defaults, functions and type parameters."""

    def define(type_: ObjectType) -> Definition:
        made = {
            key: Attribute(key, type_, of, False, False, None, None, value)
            for key, (of, value) in attributes.items()
        }
        called = {
            key: Function(key, type_, of, False, False, None) for key, of in functions.items()
        }
        narrowed = {
            key: TypeParameter(key, type_, of, False, False, None, None, NO_VALUE)
            for key, of in parameters.items()
        }
        return Definition(None, narrowed, made, called, None, True, None, None, name)

    return ObjectType(name, define)


ERROR = builtin(
    "Error",
    {
        "msg": (_TEXT, NO_VALUE),
        "kind": (_OPTIONAL_TEXT, None),
        "details": (OptionalType(HashType(_TEXT, DATA, None)), None),
        "issue_code": (_OPTIONAL_TEXT, None),
    },
    {"message": CallableType(TupleType((), None), None, _TEXT)},
    {"kind": _MATCHER, "issue_code": _MATCHER},
)

DEFERRED = builtin(
    "Deferred",
    {"name": (_FUNCTION_NAME, NO_VALUE), "arguments": (OptionalType(ANY_ARRAY), None)},
    {},
    {},
)

TARGET = builtin(
    "Target",
    {"uri": (_TEXT, NO_VALUE), "options": (HashType(STRING, DATA, None), {})},
    {},
    {},
)

# A Hiera data function receives a value of this type; the value has the methods.
LOOKUP_CONTEXT = builtin(
    "Puppet::LookupContext",
    {"environment_name": (_TEXT, NO_VALUE), "module_name": (_OPTIONAL_TEXT, NO_VALUE)},
    {},
    {},
)

NAMES = (ERROR, DEFERRED, ANNOTATION, LOOKUP_CONTEXT)
