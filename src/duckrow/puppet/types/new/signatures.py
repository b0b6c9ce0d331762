"""The signatures of every type that can be made.

The local names of types, such as Convertible, show in messages.
"""

from __future__ import annotations

from duckrow.puppet.types import (
    any as any_,
)
from duckrow.puppet.types import (
    array,
    binary,
    boolean,
    default,
    float,
    hash,
    integer,
    iterable,
    numeric,
    semver,
    sensitive,
    string,
    timespan,
    timestamp,
    type_,
)
from duckrow.puppet.types.alias import AliasType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.boolean import FALSE, TRUE
from duckrow.puppet.types.enum import enum
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import NOT_EMPTY, IntegerType, exactly
from duckrow.puppet.types.new.signature import Signatures, refusal, signature
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType
from duckrow.puppet.types.string import NOT_EMPTY_STRING, StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.variant import VariantType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type


def _named(name: str, type_: Type) -> AliasType:
    return AliasType(name, lambda: type_)


def _struct(given: dict[str, Type], perhaps: dict[str, Type]) -> StructType:
    return StructType(
        (
            *(StructElement(name, False, type_) for name, type_ in given.items()),
            *(StructElement(name, True, type_) for name, type_ in perhaps.items()),
        )
    )


_ANY, _BOOLEAN, _INTEGER, _STRING = any_.DEFAULT, boolean.DEFAULT, integer.DEFAULT, string.DEFAULT

# Numbers

_HEX, _OCTAL, _BINARY = "(?:0[xX][0-9A-Fa-f]+)", "(?:0[0-7]+)", "(?:0[bB][01]+)"
_FLOAT_DIGITS = r"(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)"
_INTEGER_TEXT = rf"\A[+-]?\s*(?:(?:\d+)|{_HEX}|{_BINARY})\z"
_FLOAT_TEXT = rf"\A[+-]?\s*(?:{_FLOAT_DIGITS}|{_HEX}|{_OCTAL}|{_BINARY})\z"
_TIMES = (timespan.DEFAULT, timestamp.DEFAULT)

_RADIX = _named("Radix", VariantType((default.DEFAULT, *map(exactly, (2, 8, 10, 16)))))
INTEGER_CONVERTIBLE = _named(
    "Convertible",
    VariantType((numeric.DEFAULT, _BOOLEAN, PatternType((_INTEGER_TEXT,)), *_TIMES)),
)
INTEGER_ARGUMENTS = _named(
    "NamedArgs", _struct({"from": INTEGER_CONVERTIBLE}, {"radix": _RADIX, "abs": _BOOLEAN})
)
INTEGER = Signatures(
    "new",
    (
        signature(("from", INTEGER_CONVERTIBLE), ("radix", _RADIX), ("abs", _BOOLEAN), required=1),
        signature(("hash_args", INTEGER_ARGUMENTS)),
        refusal(("hash_args", hash.DEFAULT)),
        refusal(("from", _ANY), ("radix", _INTEGER), ("abs", _BOOLEAN)),
    ),
)


def _of_number(function: str, *kinds: Type) -> Signatures:
    convertible = _named(
        "Convertible", VariantType((*kinds, _BOOLEAN, PatternType((_FLOAT_TEXT,)), *_TIMES))
    )
    return Signatures(
        function,
        (
            signature(("from", convertible), ("abs", _BOOLEAN), required=1),
            signature(
                (
                    "hash_args",
                    _named("NamedArgs", _struct({"from": convertible}, {"abs": _BOOLEAN})),
                )
            ),
            refusal(("from", _ANY), ("abs", _BOOLEAN)),
        ),
    )


FLOAT = _of_number("new_float", numeric.DEFAULT)
NUMERIC = _of_number("new_numeric", _INTEGER, float.DEFAULT)
_TRUTHS = enum(("false", "true", "yes", "no", "y", "n"), ignores_case=True)
BOOLEAN = Signatures(
    "new_boolean",
    (
        signature(("from", VariantType((_INTEGER, float.DEFAULT, _BOOLEAN, _TRUTHS)))),
        refusal(("from", _ANY)),
    ),
)

# Text

_FORMAT = _named(
    "Format",
    PatternType((r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$",)),
)
_CONTAINER_FORMAT = _named(
    "ContainerFormat",
    _struct(
        {},
        {
            "format": _FORMAT,
            "separator": _STRING,
            "separator2": _STRING,
            "string_formats": HashType(type_.DEFAULT, _FORMAT, None),
        },
    ),
)
_TYPE_MAP = _named(
    "TypeMap", HashType(type_.DEFAULT, VariantType((_FORMAT, _CONTAINER_FORMAT)), None)
)
_FORMATS = _named("Formats", VariantType((default.DEFAULT, NOT_EMPTY_STRING, _TYPE_MAP)))
STRING = Signatures(
    "new_string",
    (signature(("from", _named("Convertible", _ANY)), ("string_formats", _FORMATS), required=1),),
)
# Two of these names are slips of the reference that its users have come to see in messages.
REGEXP = Signatures(
    "new_float", (signature(("pattern", _STRING), ("escape", _BOOLEAN), required=1),)
)
TYPE = Signatures("new_type", (signature(("type_string", NOT_EMPTY_STRING)),))
_URI_PARTS = "scheme userinfo host port path query fragment opaque".split()
URI = Signatures(
    "new_error",
    (
        signature(("uri", NOT_EMPTY_STRING)),
        signature(
            (
                "hash",
                _struct(
                    {},
                    {
                        part: IntegerType(0, None) if part == "port" else NOT_EMPTY_STRING
                        for part in _URI_PARTS
                    },
                ),
            )
        ),
    ),
)

# Collections

ARRAY = Signatures(
    "new_array",
    (
        signature(
            (
                "from",
                VariantType((array.DEFAULT, hash.DEFAULT, binary.DEFAULT, iterable.DEFAULT)),
            ),
            ("wrap", FALSE),
            required=1,
        ),
        signature(("from", _ANY), ("wrap", TRUE)),
        refusal(("from", _ANY), ("wrap", _BOOLEAN)),
    ),
)


def _pairs(name: str, key: Type) -> Type:
    return _named(name, ArrayType(TupleType((key, _ANY), None), NOT_EMPTY))


HASH = Signatures(
    "new_hash",
    (
        signature(
            ("from", _pairs("TreeArray", array.DEFAULT)),
            ("build_option", _named("NewHashOption", enum(("tree", "hash_tree")))),
            required=1,
        ),
        signature(("from", _pairs("KeyValueArray", _ANY))),
        signature(("from", _ANY)),
    ),
)

# Times

_TIME_FORMAT = StringType(IntegerType(2, None), None)
_TIME_FORMATS = _named("Formats", VariantType((_TIME_FORMAT, ArrayType(_TIME_FORMAT, NOT_EMPTY))))
_SECONDS = signature(("seconds", VariantType((_INTEGER, float.DEFAULT))))
_FIELDS = "days hours minutes seconds milliseconds microseconds nanoseconds".split()
TIMESTAMP = Signatures(
    "new_timestamp",
    (
        signature(),
        _SECONDS,
        signature(
            ("string", NOT_EMPTY_STRING),
            ("format", _TIME_FORMATS),
            ("timezone", NOT_EMPTY_STRING),
            required=1,
        ),
        signature(
            (
                "hash_arg",
                _struct(
                    {"string": NOT_EMPTY_STRING},
                    {"format": _TIME_FORMATS, "timezone": NOT_EMPTY_STRING},
                ),
            )
        ),
    ),
)
TIMESPAN = Signatures(
    "new_timespan",
    (
        _SECONDS,
        signature(("string", NOT_EMPTY_STRING), ("format", _TIME_FORMATS), required=1),
        signature(*((field, _INTEGER) for field in _FIELDS), required=4),
        signature(("hash_arg", _struct({"string": NOT_EMPTY_STRING}, {"format": _TIME_FORMATS}))),
        signature(
            (
                "hash_arg",
                _struct({}, {"negative": _BOOLEAN, **dict.fromkeys(_FIELDS, _INTEGER)}),
            )
        ),
    ),
)

# Versions

_NUMBER = _named("PositiveInteger", IntegerType(0, None))
_QUALIFIER = _named("SemVerQualifier", PatternType((r"\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z",)))
_DIGITS, _IDENTIFIERS = r"(0|[1-9]\d*)", r"([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)"
_VERSION = _named(
    "SemVerPattern",
    PatternType(
        (rf"\A{_DIGITS}\.{_DIGITS}\.{_DIGITS}(?:-{_IDENTIFIERS})?(?:\+{_IDENTIFIERS})?\Z",)
    ),
)
_NUMBERS = {"major": _NUMBER, "minor": _NUMBER, "patch": _NUMBER}
_QUALIFIERS = {"prerelease": _QUALIFIER, "build": _QUALIFIER}
SEMVER = Signatures(
    "new_Version",
    (
        signature(("str", _VERSION)),
        signature(*_NUMBERS.items(), *_QUALIFIERS.items(), required=3),
        signature(("hash_args", _named("SemVerHash", _struct({**_NUMBERS}, {**_QUALIFIERS})))),
        refusal(("str", _STRING)),
    ),
)
_BOUND = VariantType((default.DEFAULT, semver.DEFAULT))
SEMVER_RANGE = Signatures(
    "new_VersionRange",
    (
        signature(("str", _named("SemVerRangeString", NOT_EMPTY_STRING))),
        signature(("min", _BOUND), ("max", _BOUND), ("exclude_max", _BOOLEAN), required=2),
        signature(
            (
                "hash_args",
                _named(
                    "SemVerRangeHash",
                    _struct({"min": _BOUND}, {"max": _BOUND, "exclude_max": _BOOLEAN}),
                ),
            )
        ),
    ),
)

# Bytes, secrets and what stays as it is

_BYTES = ArrayType(_named("ByteInteger", IntegerType(0, 255)), None)
_ENCODING = _named("Base64Format", enum(("%b", "%u", "%B", "%s", "%r")))
BINARY = Signatures(
    "new_Binary",
    (
        signature(("str", _STRING), ("format", _ENCODING), required=1),
        signature(("byte_array", _BYTES)),
        signature(
            (
                "hash_args",
                _named(
                    "BinaryArgsHash",
                    VariantType(
                        (
                            _named(
                                "StringHash",
                                _struct({"value": _STRING}, {"format": OptionalType(_ENCODING)}),
                            ),
                            _named("ArrayHash", _struct({"value": _BYTES}, {})),
                        )
                    ),
                ),
            )
        ),
    ),
)
SENSITIVE = Signatures(
    "new_Sensitive", (signature(("value", sensitive.DEFAULT)), signature(("value", _ANY)))
)
UNIT = Signatures("new_unit", (signature(("from", _ANY)),))
INIT = Signatures("new_Init", (signature(("value", array.DEFAULT)), signature(("value", _ANY))))
INIT_WITH_ARGUMENTS = Signatures("new_Init", (signature(("value", _ANY)),))
