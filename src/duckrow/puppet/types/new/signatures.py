"""The signatures of every type that can be made.

The local names of types, such as Convertible, show in messages.
"""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import ANY, DEFAULT_TYPE
from duckrow.puppet.types.model.choices import OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ARRAY,
    HASH,
    ArrayType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import (
    FLOAT,
    INTEGER,
    NOT_EMPTY,
    NUMERIC,
    IntegerType,
    exact_integer,
)
from duckrow.puppet.types.model.rich_scalars import BINARY, SEMVER, TIMESPAN, TIMESTAMP
from duckrow.puppet.types.model.scalars import (
    BOOLEAN,
    FALSE,
    NOT_EMPTY_STRING,
    STRING,
    TRUE,
    PatternType,
    StringType,
    enum_type,
)
from duckrow.puppet.types.model.wrappers import ITERABLE, SENSITIVE, TYPE
from duckrow.puppet.types.new.signature import Signatures, fallback, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type


def _named(name: str, type_: Type) -> AliasType:
    return AliasType(name, lambda: type_)


def _struct(given: dict[str, Type], perhaps: dict[str, Type]) -> StructType:
    return StructType(
        (
            *(StructElement(name, False, type_) for name, type_ in given.items()),
            *(StructElement(name, True, type_) for name, type_ in perhaps.items()),
        )
    )


# Numbers

_HEX, _OCTAL, _BINARY = "(?:0[xX][0-9A-Fa-f]+)", "(?:0[0-7]+)", "(?:0[bB][01]+)"
_FLOAT_DIGITS = r"(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)"
_INTEGER_TEXT = rf"\A[+-]?\s*(?:(?:\d+)|{_HEX}|{_BINARY})\z"
_FLOAT_TEXT = rf"\A[+-]?\s*(?:{_FLOAT_DIGITS}|{_HEX}|{_OCTAL}|{_BINARY})\z"
_TIMES = (TIMESPAN, TIMESTAMP)

_RADIX = _named("Radix", VariantType((DEFAULT_TYPE, *map(exact_integer, (2, 8, 10, 16)))))
INTEGER_CONVERTIBLE = _named(
    "Convertible",
    VariantType((NUMERIC, BOOLEAN, PatternType((_INTEGER_TEXT,)), *_TIMES)),
)
INTEGER_ARGUMENTS = _named(
    "NamedArgs", _struct({"from": INTEGER_CONVERTIBLE}, {"radix": _RADIX, "abs": BOOLEAN})
)
INTEGER_SIGNATURES = Signatures(
    "new",
    (
        signature(("from", INTEGER_CONVERTIBLE), ("radix", _RADIX), ("abs", BOOLEAN), required=1),
        signature(("hash_args", INTEGER_ARGUMENTS)),
        fallback(("hash_args", HASH)),
        fallback(("from", ANY), ("radix", INTEGER), ("abs", BOOLEAN)),
    ),
)


def _of_number(function: str, *kinds: Type) -> Signatures:
    convertible = _named(
        "Convertible", VariantType((*kinds, BOOLEAN, PatternType((_FLOAT_TEXT,)), *_TIMES))
    )
    return Signatures(
        function,
        (
            signature(("from", convertible), ("abs", BOOLEAN), required=1),
            signature(
                (
                    "hash_args",
                    _named("NamedArgs", _struct({"from": convertible}, {"abs": BOOLEAN})),
                )
            ),
            fallback(("from", ANY), ("abs", BOOLEAN)),
        ),
    )


FLOAT_SIGNATURES = _of_number("new_float", NUMERIC)
NUMERIC_SIGNATURES = _of_number("new_numeric", INTEGER, FLOAT)
_TRUTHS = enum_type(("false", "true", "yes", "no", "y", "n"), ignores_case=True)
BOOLEAN_SIGNATURES = Signatures(
    "new_boolean",
    (
        signature(("from", VariantType((INTEGER, FLOAT, BOOLEAN, _TRUTHS)))),
        fallback(("from", ANY)),
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
            "separator": STRING,
            "separator2": STRING,
            "string_formats": HashType(TYPE, _FORMAT, None),
        },
    ),
)
_TYPE_MAP = _named("TypeMap", HashType(TYPE, VariantType((_FORMAT, _CONTAINER_FORMAT)), None))
_FORMATS = _named("Formats", VariantType((DEFAULT_TYPE, NOT_EMPTY_STRING, _TYPE_MAP)))
STRING_SIGNATURES = Signatures(
    "new_string",
    (signature(("from", _named("Convertible", ANY)), ("string_formats", _FORMATS), required=1),),
)
# Two of these names are slips of the reference that its users have come to see in messages.
REGEXP_SIGNATURES = Signatures(
    "new_float", (signature(("pattern", STRING), ("escape", BOOLEAN), required=1),)
)
TYPE_SIGNATURES = Signatures("new_type", (signature(("type_string", NOT_EMPTY_STRING)),))
_URI_PARTS = "scheme userinfo host port path query fragment opaque".split()
URI_SIGNATURES = Signatures(
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

ARRAY_SIGNATURES = Signatures(
    "new_array",
    (
        signature(
            (
                "from",
                VariantType((ARRAY, HASH, BINARY, ITERABLE)),
            ),
            ("wrap", FALSE),
            required=1,
        ),
        signature(("from", ANY), ("wrap", TRUE)),
        fallback(("from", ANY), ("wrap", BOOLEAN)),
    ),
)


def _pairs(name: str, key: Type) -> Type:
    return _named(name, ArrayType(TupleType((key, ANY), None), NOT_EMPTY))


HASH_SIGNATURES = Signatures(
    "new_hash",
    (
        signature(
            ("from", _pairs("TreeArray", ARRAY)),
            ("build_option", _named("NewHashOption", enum_type(("tree", "hash_tree")))),
            required=1,
        ),
        signature(("from", _pairs("KeyValueArray", ANY))),
        signature(("from", ANY)),
    ),
)

# Times

_TIME_FORMAT = StringType(IntegerType(2, None), None)
_TIME_FORMATS = _named("Formats", VariantType((_TIME_FORMAT, ArrayType(_TIME_FORMAT, NOT_EMPTY))))
_SECONDS = signature(("seconds", VariantType((INTEGER, FLOAT))))
_FIELDS = "days hours minutes seconds milliseconds microseconds nanoseconds".split()
TIMESTAMP_SIGNATURES = Signatures(
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
TIMESPAN_SIGNATURES = Signatures(
    "new_timespan",
    (
        _SECONDS,
        signature(("string", NOT_EMPTY_STRING), ("format", _TIME_FORMATS), required=1),
        signature(*((field, INTEGER) for field in _FIELDS), required=4),
        signature(("hash_arg", _struct({"string": NOT_EMPTY_STRING}, {"format": _TIME_FORMATS}))),
        signature(
            (
                "hash_arg",
                _struct({}, {"negative": BOOLEAN, **dict.fromkeys(_FIELDS, INTEGER)}),
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
SEMVER_SIGNATURES = Signatures(
    "new_Version",
    (
        signature(("str", _VERSION)),
        signature(*_NUMBERS.items(), *_QUALIFIERS.items(), required=3),
        signature(("hash_args", _named("SemVerHash", _struct({**_NUMBERS}, {**_QUALIFIERS})))),
        fallback(("str", STRING)),
    ),
)
_BOUND = VariantType((DEFAULT_TYPE, SEMVER))
SEMVER_RANGE_SIGNATURES = Signatures(
    "new_VersionRange",
    (
        signature(("str", _named("SemVerRangeString", NOT_EMPTY_STRING))),
        signature(("min", _BOUND), ("max", _BOUND), ("exclude_max", BOOLEAN), required=2),
        signature(
            (
                "hash_args",
                _named(
                    "SemVerRangeHash",
                    _struct({"min": _BOUND}, {"max": _BOUND, "exclude_max": BOOLEAN}),
                ),
            )
        ),
    ),
)

# Bytes, Sensitive, and values that are not converted

_BYTES = ArrayType(_named("ByteInteger", IntegerType(0, 255)), None)
_ENCODING = _named("Base64Format", enum_type(("%b", "%u", "%B", "%s", "%r")))
BINARY_SIGNATURES = Signatures(
    "new_Binary",
    (
        signature(("str", STRING), ("format", _ENCODING), required=1),
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
                                _struct({"value": STRING}, {"format": OptionalType(_ENCODING)}),
                            ),
                            _named("ArrayHash", _struct({"value": _BYTES}, {})),
                        )
                    ),
                ),
            )
        ),
    ),
)
SENSITIVE_SIGNATURES = Signatures(
    "new_Sensitive", (signature(("value", SENSITIVE)), signature(("value", ANY)))
)
UNIT_SIGNATURES = Signatures("new_unit", (signature(("from", ANY)),))
INIT_SIGNATURES = Signatures("new_Init", (signature(("value", ARRAY)), signature(("value", ANY))))
INIT_WITH_ARGUMENTS_SIGNATURES = Signatures("new_Init", (signature(("value", ANY)),))
