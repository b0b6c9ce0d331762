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

    from duckrow.puppet.runtime.scope import Scope

_ATTRIBUTES: dict[type, frozenset[str]] = {
    URI: frozenset("scheme userinfo host port path query fragment opaque".split()),
    Deferred: frozenset(("name", "arguments")),
    SemVerRange: frozenset(("min", "max", "exclude_max")),
}


def member_of(receiver: Any, name: str) -> Callable[..., Any] | None:
    """Give a member as a function of the scope and the arguments, or None if there is none."""
    if isinstance(receiver, PuppetObject):
        if not receiver.has_attribute(name):
            return None
    elif name not in _ATTRIBUTES.get(type(receiver), ()):
        return None

    def read(_scope: Scope, *_arguments: Any) -> Any:
        if isinstance(receiver, PuppetObject):
            return receiver.attribute(name)
        return getattr(receiver, name, None)

    return read
