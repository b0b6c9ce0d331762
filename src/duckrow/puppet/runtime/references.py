"""References that were parameters.

When a reference becomes a parameter of a resource, the reference implementation turns it into
another object. It refers to the same resource, but is printed without quotes, and with the capitals
of a class: File[/etc/hosts], Class[Apache::Mod].
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PLAIN = frozenset((str, int, bool, type(None), float))
# Values of these classes are neither references nor Sensitive nor Deferred. Asking this first saves
# the import of the classes, which few manifests use.
COMMON = PLAIN | {list, dict}


def is_reference(value: object) -> bool:
    """Return whether a value is a reference to a resource or a class."""
    if type(value) in COMMON:
        return False
    from duckrow.puppet.types.model.references import ClassType, ResourceType

    return isinstance(value, ResourceType | ClassType)


def as_parameter(value: Any) -> object:
    """Return a value as it comes out of a parameter: itself, unless there are references in it."""
    kind = type(value)
    if kind is list:
        if PLAIN.issuperset(map(type, value)):
            return value
        made = [as_parameter(item) for item in value]
        return value if all(map(_is_same, made, value)) else made
    if kind is dict:
        if PLAIN.issuperset(map(type, value.values())):
            return value
        table = {key: as_parameter(item) for key, item in value.items()}
        return value if all(map(_is_same, table.values(), value.values())) else table
    if not is_reference(value):
        return value
    from duckrow.puppet.types.model.references import ClassType, ResourceType

    if kind is ClassType and value.class_name is not None:
        name = value.class_name.removeprefix("::")
        copy: Any = ResourceType("Class", "::".join(map(str.capitalize, name.split("::"))))
    else:
        copy = kind(*(getattr(value, name) for name in kind.__slots__))
    copy._was_parameter = True
    return copy


def _is_same(one: object, other: object) -> bool:
    return one is other
