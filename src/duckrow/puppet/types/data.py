"""The aliases of the language itself: Data, RichData and related types."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import DEFAULT_TYPE, UNDEF
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import ArrayType, HashType
from duckrow.puppet.types.model.numbers import NUMERIC
from duckrow.puppet.types.model.rich_scalars import BINARY, SEMVER_RANGE, URI_TYPE
from duckrow.puppet.types.model.scalars import SCALAR, SCALAR_DATA, STRING
from duckrow.puppet.types.model.wrappers import SENSITIVE, TYPE
from duckrow.puppet.types.objects.object_type import OBJECT
from duckrow.puppet.types.objects.type_set import TYPE_SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type


def _data() -> Type:
    return VariantType(
        (
            SCALAR_DATA,
            UNDEF,
            HashType(STRING, DATA, None),
            ArrayType(DATA, None),
        )
    )


def _rich_data() -> Type:
    return VariantType(
        (
            SCALAR,
            SEMVER_RANGE,
            BINARY,
            SENSITIVE,
            TYPE,
            TYPE_SET,
            URI_TYPE,
            OBJECT,
            UNDEF,
            DEFAULT_TYPE,
            HashType(RICH_DATA_KEY, RICH_DATA, None),
            ArrayType(RICH_DATA, None),
        )
    )


DATA = AliasType("Data", _data)
RICH_DATA_KEY = AliasType("RichDataKey", lambda: VariantType((STRING, NUMERIC)))
RICH_DATA = AliasType("RichData", _rich_data)
