"""How a build begins: variables of the node, Class[settings], and the site manifests."""

from __future__ import annotations

from duckrow.puppet.catalog.bodies import misplaced, start_class
from duckrow.puppet.catalog.resource import COMPILABLE, UNKNOWN, Resource
from duckrow.puppet.runtime.definition import CLASS, Definition
from duckrow.puppet.runtime.errors import EvaluationError, Jump
from duckrow.puppet.runtime.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.puppet.catalog.build import Build

_RESERVED = frozenset(("facts", "trusted", "server_facts"))
_OF_EVERY_BODY = ("module_name", "title", "name")


def set_node_variables(build: Build) -> None:
    """Set the node's data as variables of the top scope.

    Facts appear twice: each under its own name, and together in $facts. A parameter of the node
    wins over a fact of its name.
    """
    node = build.node
    variables = build.top.variables
    variables["environment"] = build.environment.name
    has_lazy_facts = type(node.facts) is not dict
    if has_lazy_facts:
        variables = build.top.variables = _TopVariables(variables, node.facts)
    for values in (node.parameters, {} if has_lazy_facts else node.facts, node.server_facts):
        if (
            not has_lazy_facts  # to look at all names would be to find out all facts
            and variables.keys().isdisjoint(values)
            and _RESERVED.isdisjoint(values)
            and not any(map(str.isdecimal, values))
        ):
            variables.update(values)  # the usual case: nothing to reject, no warning
            continue
        # A parameter of the node hides a fact, also one that was not read yet.
        is_set = dict.__contains__ if values is node.parameters else type(variables).__contains__
        for name, value in values.items():
            if is_set(variables, name):
                if values is node.facts or name != "environment":
                    _warn_of_parameter(build, name, variables[name], value)
            elif name in _RESERVED or name.isdecimal():
                _reject(name)
            else:
                variables[name] = value
    variables["trusted"] = node.trusted
    variables["server_facts"] = node.server_facts
    if not has_lazy_facts:
        variables["facts"] = node.facts
    catalog = build.catalog
    # It belongs to no scope, and so takes no tags from one.
    description = build.loaders.find_resource_type("stage")
    catalog.add(Resource("Stage", "main", Scope(build), {}, COMPILABLE, description=description))
    for name in node.classes:
        catalog.add_class(name)


def _reject(name: str) -> None:
    """Reject a variable that a node may not set; `trusted` is ignored."""
    if name.isdecimal():
        what = f"Cannot assign to a numeric match result variable '${name}'"
    elif name in _OF_EVERY_BODY:
        what = f"Cannot reassign variable '${name}'"
    else:
        what = f"Attempt to assign to a reserved variable name: '{name}'"
    if name != "trusted":
        raise EvaluationError(what, is_bare=True)


def warn_of_parameters(build: Build) -> None:
    """Warn of parameters of the node with the name of a fact: the fact does not become a variable.

    Puppet knows this before it reads a manifest, so the caller does it then.
    """
    node = build.node
    # To look at all names of lazy facts would be to find out all facts.
    for name in node.facts if type(node.facts) is dict else node.parameters:
        if name in node.parameters and name in node.facts:
            _warn_of_parameter(build, name, node.parameters[name], node.facts[name])


def _warn_of_parameter(build: Build, name: str, value: Any, other: Any) -> None:
    from duckrow.ruby.values.to_s import to_s

    build.warn_once(
        "node parameter",
        name,
        f"The node parameter '{name}' for node '{build.node_name}' was already set to "
        f"'{to_s(value)}'. It could not be set to '{to_s(other)}'",
        has_location=False,
    )


class _TopVariables(dict[str, "Any"]):
    """The variables of the top scope, backed by facts that were not read yet.

    $facts as a whole is a plain hash with all of them; `build.facts` serves a part of it.
    """

    __slots__ = ("_facts", "_taken")

    def __init__(self, variables: dict[str, Any], facts: Any) -> None:
        super().__init__(variables)
        self._facts = facts
        self._taken: set[str] = set()  # facts that were read

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name == "facts" or name in self._facts

    def __missing__(self, name: str) -> object:
        value = self._facts.plain() if name == "facts" else self._facts[name]
        self._taken.add(name)
        self[name] = value
        return value

    def yields(self, name: str) -> bool:
        """Return whether this is an old name of a fact, which a manifest may use for its own."""
        is_set = super().__contains__(name) and name not in self._taken
        if is_set or name == "facts" or self._facts.lists(name):
            return False
        self._taken.discard(name)
        return True

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def _completed(self) -> dict[str, object]:
        for name in self["facts"]:
            if not super().__contains__(name):
                self[name]
        return dict(super().items())

    def __iter__(self) -> Iterator[str]:
        return iter(self._completed())

    def __len__(self) -> int:
        return len(self._completed())

    def keys(self) -> Any:
        return self._completed().keys()

    def values(self) -> Any:
        return self._completed().values()

    def items(self) -> Any:
        return self._completed().items()


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
        if dict.__contains__(top.variables, name):  # does not resolve a fact
            _reject(name)
    top.variables["module_name"] = definition.module_name
    build.add(resource, None)
    resource.is_evaluated = True
    if build.listener is not None:
        build.listener("evaluated", resource)
    start_class(build, resource, top)
    if build.listener is not None:
        build.listener("entered", resource, top)
    for main in mains:
        if build.listener is not None:
            build.listener("manifest", main)
        try:
            main.run(top)
        except Jump as jump:
            raise misplaced(jump) from None
