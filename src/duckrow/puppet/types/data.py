"""The names that the language itself gives to types: Data, RichData and their kin."""

from __future__ import annotations

from duckrow.puppet.types import (
    binary,
    default,
    numeric,
    object,
    scalar,
    scalar_data,
    semver_range,
    sensitive,
    string,
    type_,
    type_set,
    undef,
    uri,
)
from duckrow.puppet.types.alias import AliasType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.variant import VariantType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type


def _data() -> Type:
    return VariantType(
        (
            scalar_data.DEFAULT,
            undef.DEFAULT,
            HashType(string.DEFAULT, DATA, None),
            ArrayType(DATA, None),
        )
    )


def _rich_data() -> Type:
    return VariantType(
        (
            scalar.DEFAULT,
            semver_range.DEFAULT,
            binary.DEFAULT,
            sensitive.DEFAULT,
            type_.DEFAULT,
            type_set.DEFAULT,
            uri.DEFAULT,
            object.DEFAULT,
            undef.DEFAULT,
            default.DEFAULT,
            HashType(RICH_DATA_KEY, RICH_DATA, None),
            ArrayType(RICH_DATA, None),
        )
    )


DATA = AliasType("Data", _data)
RICH_DATA_KEY = AliasType("RichDataKey", lambda: VariantType((string.DEFAULT, numeric.DEFAULT)))
RICH_DATA = AliasType("RichData", _rich_data)
