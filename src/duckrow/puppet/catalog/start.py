"""How a build begins: variables of the node, Class[settings], and the site manifests."""

from __future__ import annotations

from duckrow.puppet.catalog.bodies import misplaced, start_class
from duckrow.puppet.catalog.resource import COMPILABLE, UNKNOWN, Resource
from duckrow.puppet.runtime.definition import CLASS, Definition
from duckrow.puppet.runtime.errors import EvaluationError, Jump
from duckrow.puppet.runtime.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build

_RESERVED = frozenset(("facts", "trusted", "server_facts"))
_OF_EVERY_BODY = ("module_name", "title", "name")


def set_node_variables(build: Build) -> None:
    """Set what is known of the node as variables of the top scope.

    Facts are there twice: one by one under their own names, and together in $facts. A parameter
    of the node wins over a fact of its name.
    """
    node = build.node
    variables = build.top.variables
    variables["environment"] = build.environment.name
    for values in (node.parameters, node.facts, node.server_facts):
        for name, value in values.items():
            if name in variables:
                if values is node.facts or name != "environment":
                    _warn_of_parameter(build, name, variables[name], value)
            elif name in _RESERVED or name.isdecimal():
                _refuse(name)
            else:
                variables[name] = value
    variables["trusted"] = node.trusted
    variables["server_facts"] = node.server_facts
    variables["facts"] = node.facts
    catalog = build.catalog
    # It belongs to no scope, and so takes no tags from one.
    description = build.loaders.find_resource_type("stage")
    catalog.add(Resource("Stage", "main", Scope(build), {}, COMPILABLE, description=description))
    for name in node.classes:
        catalog.add_class(name)


def _refuse(name: str) -> None:
    """Refuse what the node sets and may not; what its certificate says is simply not taken."""
    if name.isdecimal():
        what = f"Cannot assign to a numeric match result variable '${name}'"
    elif name in _OF_EVERY_BODY:
        what = f"Cannot reassign variable '${name}'"
    else:
        what = f"Attempt to assign to a reserved variable name: '{name}'"
    if name != "trusted":
        raise EvaluationError(what, is_bare=True)


def _warn_of_parameter(build: Build, name: str, value: Any, other: Any) -> None:
    from duckrow.puppet.types.format.interpolated import interpolated

    build.warn_once(
        "node parameter",
        name,
        f"The node parameter '{name}' for node '{build.node_name}' was already set to "
        f"'{interpolated(value)}'. It could not be set to '{interpolated(other)}'",
        tells_place=False,
    )


class _SettingsVariables(dict[str, "Any"]):
    """The variables of Class[settings]: all settings, worked out when the first is asked for."""

    __slots__ = ("_build", "_is_filled")

    def __init__(self, build: Build) -> None:
        super().__init__()
        self._build = build
        self._is_filled = False

    def __contains__(self, name: object) -> bool:
        if not self._is_filled:
            self._is_filled = True
            settings: Any = self._build.settings
            given = settings.all()
            own = dict(self)
            self.update(given)
            self.update(own)
            self["all_local"] = given
        return super().__contains__(name)


def evaluate_settings(build: Build) -> None:
    """Make Class[settings]."""
    definition = Definition(CLASS, "settings", lambda _scope: None)
    resource = Resource("Class", "Settings", build.top, {}, UNKNOWN, definition=definition)
    resource.source = None
    resource.is_evaluated = True
    build.catalog.add(resource)
    scope = Scope(build, build.top, build.top, resource, definition)
    scope.variables = _SettingsVariables(build)
    start_class(build, resource, scope)


def evaluate_main(build: Build, mains: list[Definition]) -> None:
    """Run the site manifests, one after the other, in the top scope."""
    top = build.top
    definition = mains[0] if mains else Definition(CLASS, "", lambda _scope: None)
    resource = Resource("Class", "main", top, {}, UNKNOWN, definition=definition)
    top.definition = resource.source = definition
    top.resource = build.main = resource
    for name in _OF_EVERY_BODY:
        if name in top.variables:
            _refuse(name)
    top.variables["module_name"] = definition.module_name
    build.add(resource, None)
    resource.is_evaluated = True
    if build.listener is not None:
        build.listener("evaluated", resource)
    start_class(build, resource, top)
    for main in mains:
        try:
            main.run(top)
        except Jump as jump:
            raise misplaced(jump) from None
