"""The types that the language knows by name, in lower case."""

from __future__ import annotations

from duckrow.puppet.types.data import DATA, RICH_DATA, RICH_DATA_KEY
from duckrow.puppet.types.model.basic import ANY, DEFAULT_TYPE, UNDEF
from duckrow.puppet.types.model.choices import NOT_UNDEF, OPTIONAL, VARIANT
from duckrow.puppet.types.model.collections import ARRAY, COLLECTION, HASH, STRUCT, TUPLE
from duckrow.puppet.types.model.numbers import FLOAT, INTEGER, NUMERIC
from duckrow.puppet.types.model.references import (
    CATALOG_ENTRY,
    CLASS,
    RESOURCE,
    RUNTIME,
    TYPE_REFERENCE,
    ResourceType,
    RuntimeType,
)
from duckrow.puppet.types.model.rich_scalars import (
    BINARY,
    SEMVER,
    SEMVER_RANGE,
    TIMESPAN,
    TIMESTAMP,
    URI_TYPE,
)
from duckrow.puppet.types.model.scalars import (
    BOOLEAN,
    ENUM,
    PATTERN,
    REGEXP,
    SCALAR,
    SCALAR_DATA,
    STRING,
)
from duckrow.puppet.types.model.wrappers import CALLABLE, INIT, ITERABLE, ITERATOR, SENSITIVE, TYPE
from duckrow.puppet.types.objects.builtin import NAMES as OBJECTS
from duckrow.puppet.types.objects.object_type import OBJECT
from duckrow.puppet.types.objects.type_set import TYPE_SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

_PLAIN: list[Type] = [
    ANY,
    ARRAY,
    BINARY,
    BOOLEAN,
    CALLABLE,
    CATALOG_ENTRY,
    CLASS,
    COLLECTION,
    DEFAULT_TYPE,
    ENUM,
    FLOAT,
    HASH,
    INIT,
    INTEGER,
    ITERABLE,
    ITERATOR,
    NOT_UNDEF,
    NUMERIC,
    OBJECT,
    OPTIONAL,
    PATTERN,
    REGEXP,
    RESOURCE,
    RUNTIME,
    SCALAR,
    SCALAR_DATA,
    SEMVER,
    SEMVER_RANGE,
    SENSITIVE,
    STRING,
    STRUCT,
    TIMESPAN,
    TIMESTAMP,
    TUPLE,
    TYPE,
    TYPE_REFERENCE,
    TYPE_SET,
    UNDEF,
    URI_TYPE,
    VARIANT,
]

NAMED: dict[str, Type] = {known.name.lower(): known for known in _PLAIN}
NAMED.update({known.label.lower(): known for known in OBJECTS})
# Our own spelling of Runtime['python', …].
NAMED["python"] = RuntimeType("python", None)
# Resource types that every environment has; all others are found by a loader.
_RESOURCES = (
    "Component Exec File Filebucket Group Node Notify Package Resources Schedule Service Stage "
    "Tidy User Whit"
).split()
NAMED.update({name.lower(): ResourceType(name, None) for name in _RESOURCES})
NAMED.update({known.alias.lower(): known for known in (DATA, RICH_DATA, RICH_DATA_KEY)})
