"""The types that the language knows by name, in lower case."""

from __future__ import annotations

from duckrow.puppet.types import (
    any as any_,
)
from duckrow.puppet.types import (
    array,
    binary,
    boolean,
    catalog_entry,
    class_,
    collection,
    default,
    enum,
    float,
    hash,
    init,
    integer,
    iterable,
    iterator,
    not_undef,
    numeric,
    object,
    optional,
    pattern,
    regexp,
    resource,
    runtime,
    scalar,
    scalar_data,
    semver,
    semver_range,
    sensitive,
    string,
    struct,
    timespan,
    timestamp,
    tuple,
    type_,
    type_reference,
    type_set,
    undef,
    uri,
    variant,
)
from duckrow.puppet.types import callable as callable_
from duckrow.puppet.types.data import DATA, RICH_DATA, RICH_DATA_KEY
from duckrow.puppet.types.object_builtin import NAMES as OBJECTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type

_PLAIN: list[Type] = [
    any_.DEFAULT,
    array.DEFAULT,
    binary.DEFAULT,
    boolean.DEFAULT,
    callable_.DEFAULT,
    catalog_entry.DEFAULT,
    class_.DEFAULT,
    collection.DEFAULT,
    default.DEFAULT,
    enum.DEFAULT,
    float.DEFAULT,
    hash.DEFAULT,
    init.DEFAULT,
    integer.DEFAULT,
    iterable.DEFAULT,
    iterator.DEFAULT,
    not_undef.DEFAULT,
    numeric.DEFAULT,
    object.DEFAULT,
    optional.DEFAULT,
    pattern.DEFAULT,
    regexp.DEFAULT,
    resource.DEFAULT,
    runtime.DEFAULT,
    scalar.DEFAULT,
    scalar_data.DEFAULT,
    semver.DEFAULT,
    semver_range.DEFAULT,
    sensitive.DEFAULT,
    string.DEFAULT,
    struct.DEFAULT,
    timespan.DEFAULT,
    timestamp.DEFAULT,
    tuple.DEFAULT,
    type_.DEFAULT,
    type_reference.DEFAULT,
    type_set.DEFAULT,
    undef.DEFAULT,
    uri.DEFAULT,
    variant.DEFAULT,
]

NAMED: dict[str, Type] = {known.name.lower(): known for known in _PLAIN}
NAMED.update({known.label.lower(): known for known in OBJECTS})
# Our own spelling of Runtime['python', …].
NAMED["python"] = runtime.RuntimeType("python", None)
# Resource types that every environment has; all others are found by a loader.
_RESOURCES = (
    "Component Exec File Filebucket Group Node Notify Package Resources Schedule Service Stage "
    "Tidy User Whit"
).split()
NAMED.update({name.lower(): resource.ResourceType(name, None) for name in _RESOURCES})
NAMED.update({known.alias.lower(): known for known in (DATA, RICH_DATA, RICH_DATA_KEY)})
