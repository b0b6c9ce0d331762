"""Make a value of a type: Type.new(…), also written Type(…).

A single argument that is already an instance is returned as it is. Otherwise the first signature
that accepts the arguments decides, and its result must be an instance of the type.
"""

from __future__ import annotations

from duckrow.puppet.types.check import check
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.describe.signatures import Signature as Described
from duckrow.puppet.types.describe.signatures import describe_signatures
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.basic import UnitType
from duckrow.puppet.types.model.collections import ArrayType, HashType, StructType, TupleType
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.rich_scalars import (
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import BooleanType, RegexpType, StringType
from duckrow.puppet.types.model.wrappers import CallableType, InitType, SensitiveType, TypeType
from duckrow.puppet.types.new import (
    array,
    binary,
    boolean,
    float,
    hash,
    init,
    integer,
    numeric,
    object,
    regexp,
    semver,
    semver_range,
    sensitive,
    string,
    timespan,
    timestamp,
    type_,
    unit,
    uri,
)
from duckrow.puppet.types.new.errors import ConversionError
from duckrow.puppet.types.new.lookup import made_type, signatures_of
from duckrow.puppet.types.new.outside import Outside
from duckrow.puppet.types.new.words import not_supported
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.new.signature import Signature, Signatures

    Calls = tuple[Callable[..., Any], ...]


def new(wanted: Type, *arguments: Any, outside: Outside | None = None) -> Any:
    """Make a value of a type. Raises DuckrowError in the reference's words if that cannot be."""
    if len(arguments) == 1 and not isinstance(wanted, InitType) and accepts(wanted, arguments[0]):
        return arguments[0]
    made = _make(made_type(wanted), arguments, outside or Outside())
    if accepts(wanted, made):
        return made
    return check(f"Converted value from {shown(wanted)}.new()", wanted, made)


def _make(wanted: Type, arguments: tuple[Any, ...], outside: Outside) -> Any:
    if isinstance(wanted, ObjectType) and wanted is not ANY_OBJECT:
        return object.make(wanted, arguments)
    signatures = signatures_of(wanted)
    if signatures is None:
        raise not_supported(wanted)
    for signature, call in zip(signatures.all, _calls(wanted, outside), strict=True):
        if _takes(signature, arguments):
            if type(wanted) in _ASKING:
                return call(outside, *arguments)
            made = call(*arguments)
            if signature.is_fallback:
                raise ConversionError(f"'{signatures.function}' {made}")
            return made
    raise ConversionError(_mismatch(signatures, arguments))


def _calls(wanted: Type, outside: Outside) -> Calls:
    """Return the functions of a type, one for each of its signatures."""
    if isinstance(wanted, InitType):

        def again(inner: Type, *arguments: Any) -> Any:
            return new(inner, *arguments, outside=outside)

        return init.calls(wanted, again)
    return _CALLS[type(wanted)]


def _takes(signature: Signature, arguments: tuple[Any, ...]) -> bool:
    return signature.counts.holds(len(arguments)) and all(map(accepts, signature.types, arguments))


def _mismatch(signatures: Signatures, arguments: tuple[Any, ...]) -> str:
    accepting = [
        Described(CallableType(signature.parameters, None, None), signature.names, None)
        for signature in signatures.accepting
    ]
    return describe_signatures(signatures.function, accepting, infer_detailed(list(arguments)))


# The types whose functions get access to the outside.
_ASKING = (TypeType, TimestampType)

_CALLS: dict[type[Type], Calls] = {
    ArrayType: array.CALLS,
    BinaryType: binary.CALLS,
    BooleanType: boolean.CALLS,
    FloatType: float.CALLS,
    HashType: hash.CALLS,
    IntegerType: integer.CALLS,
    NumericType: numeric.CALLS,
    RegexpType: regexp.CALLS,
    SemVerRangeType: semver_range.CALLS,
    SemVerType: semver.CALLS,
    SensitiveType: sensitive.CALLS,
    StringType: string.CALLS,
    StructType: hash.CALLS,
    TimespanType: timespan.CALLS,
    TimestampType: timestamp.CALLS,
    TupleType: array.CALLS,
    TypeType: type_.CALLS,
    UnitType: unit.CALLS,
    UriType: uri.CALLS,
}
