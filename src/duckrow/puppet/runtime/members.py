"""Attributes of objects: value.name where the type of the value has a member of that name.

Objects of user-defined types, errors, deferred calls, URIs and ranges of versions have them. All
other values have functions only.
"""

from __future__ import annotations

from duckrow.puppet.types.object_value import PuppetObject
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.uri import URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_ATTRIBUTES: dict[type, frozenset[str]] = {
    URI: frozenset("scheme userinfo host port path query fragment opaque".split()),
    Deferred: frozenset(("name", "arguments")),
    SemVerRange: frozenset(("min", "max", "exclude_max")),
}


# The functions of the language's own object types, each of which gives an attribute.
_FUNCTIONS: dict[tuple[str | None, str], str] = {("Error", "message"): "msg"}


def member_of(receiver: Any, name: str) -> Callable[..., Any] | None:
    """Give a member as a function of the scope and the arguments, or None if there is none."""
    if isinstance(receiver, PuppetObject):
        attribute = _FUNCTIONS.get((receiver.base_type.type_name, name), name)
        if not receiver.has_attribute(attribute):
            return None
        return lambda _scope, *_arguments: receiver.attribute(attribute)
    if name in _ATTRIBUTES.get(type(receiver), ()):
        return lambda _scope, *_arguments: getattr(receiver, name, None)
    return None
