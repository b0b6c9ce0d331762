"""Resource defaults: File { mode => '0644' }.

A default belongs to its scope and applies to resources declared after it, there and in the
scopes below: scopes are searched along `parent`. Its value is copied when a resource is made. A
later default does not change an older resource, but a reference such as File['x']['mode'] sees it.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.resource import Append, Origin, Resource
from duckrow.puppet.runtime.definition import FORWARD
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.resource import Lines
    from duckrow.puppet.runtime.scope import Scope


class Default:
    """A value with its origin."""

    __slots__ = ("origin", "value")

    def __init__(self, value: Any, origin: Origin) -> None:
        self.value = value
        self.origin = origin


def set_defaults(
    scope: Scope,
    type_name: str,
    attributes: dict[str, object],
    file: str | None,
    line: int | None,
    lines: Lines | None = None,
) -> None:
    """Set defaults for a type; each attribute has one per scope."""
    type_ = capitalized(type_name)
    if scope.defaults is None:
        scope.defaults = {}
    table = scope.defaults.setdefault(type_, {})
    where = dict(lines or ())
    line = where.get("*", line)
    for name, value in attributes.items():
        if name in table:
            raise EvaluationError(
                f"Default already defined for {type_} {{ {name} }}; cannot redefine",
                location=Location(file or None, where.get(name, line)),
                is_bare=True,
            )
        if type(value) is Append:
            value = value.value
        if type(value) is list and name in FORWARD:
            from duckrow.puppet.catalog.relationships import share

            value = share(scope.build, value)
        origin = Origin(scope.definition, file, where.get(name, line))
        table[name] = Default(value, origin)
        if scope.build.listener is not None:
            scope.build.listener("stated", origin, scope)
    scope.build.default_types.add(type_)


def find_defaults(scope: Scope, type_: str) -> dict[str, Default]:
    """Return the defaults for a scope: its own, then those of its parents."""
    if type_ not in scope.build.default_types:
        return {}
    found: dict[str, Default] = {}
    around: Scope | None = scope
    while around is not None:
        if around.defaults is not None and type_ in around.defaults:
            # An inner default wins, but outer ones come first.
            found = {**around.defaults[type_], **found}
        around = around.parent
    return found


def apply_defaults(resource: Resource) -> None:
    """Set the missing attributes of a resource from the defaults."""
    parameters = resource.parameters
    for name, default in find_defaults(resource.scope, resource.type).items():
        if name not in parameters:
            resource.set(name, default.value, default.origin)


def is_default(scope: Scope, type_: str, name: str, value: object) -> bool:
    """Return whether a scope or one of its parents has exactly this default."""
    around: Scope | None = scope
    while around is not None:
        if around.defaults is not None:
            default = around.defaults.get(type_, {}).get(name)
            if default is not None and default.value == value:
                return True
        around = around.parent
    return False


def value_or_default(resource: Resource, name: str) -> object:
    """Return the value of a reference such as File['x']['mode']."""
    value = resource.get(name)
    if value is None:
        default = find_defaults(resource.scope, resource.type).get(name)
        if default is not None:
            value = default.value
    return value
