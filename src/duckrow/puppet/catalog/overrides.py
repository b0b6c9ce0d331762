"""Overrides: attributes that are set on resources declared elsewhere.

    File['/etc/motd'] { mode => '0600' }            a statement
    File<| tag == 'etc' |> { owner => 'root' }      a collector

Rules of the language:
 1. A statement may change what its own class, or one it inherits from, declared. It may add
    attributes to its own resources, and only in a class that inherits replace values; a default
    counts as no value. It may come before the declaration.
 2. A collector may change anything; and once it has, so may every statement of the class, define
    or node it is written in.
 3. A collector also brings the resource defaults of its location.
 4. +> adds to the value that is there.
"""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.defaults import find_defaults, is_default
from duckrow.puppet.catalog.references import inspected, no_title, reference_text
from duckrow.puppet.catalog.resource import Append, Origin, location_words
from duckrow.puppet.runtime.definition import FORWARD
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import MARK, Location
from duckrow.puppet.types.model.references import ResourceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Lines, Resource
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope

    Attributes = dict[str, Any]

# The reference names the object that set a parameter without its name.
_SOMEONE = "#<Puppet::Resource::Type>"


class Repeated(dict[str, "Any"]):
    """Attributes with a repeated name: an error when they are applied to a resource."""

    __slots__ = ("name",)

    def __init__(self, attributes: Attributes, name: str) -> None:
        super().__init__(attributes)
        self.name = name


class Change:
    """Attributes to be set, with the location and the code they come from."""

    __slots__ = ("attributes", "file", "line", "lines", "scope", "source")

    def __init__(
        self, scope: Scope, attributes: Attributes, line: int, lines: Lines | None = None
    ) -> None:
        self.scope = scope
        self.source: Definition | None = scope.definition
        self.file = running_file()
        self.line = line
        self.lines = lines
        self.attributes = _shared(scope.build, attributes)
        if scope.build.listener is not None:
            scope.build.listener("stated", self, scope)

    def check_for(self, reference: str) -> None:
        """Fail if an attribute is given twice."""
        if type(self.attributes) is Repeated:
            raise EvaluationError(
                f"Duplicate parameter '{self.attributes.name}' for on {reference}",
                location=Location(self.file, self.line),
                is_bare=True,
            )

    def origins(self) -> dict[str, tuple[object, Origin]]:
        """Return each value with its origin."""
        lines = dict(self.lines or ())
        other = lines.get("*", self.line)
        return {
            name: (value, Origin(self.source, self.file, lines.get(name, other), self))
            for name, value in self.attributes.items()
        }


def running_file() -> str | None:
    """Return the file of the code that is running, None for text that came from no file."""
    frame = sys._getframe(1)
    while frame.f_back is not None and MARK not in frame.f_globals:
        frame = frame.f_back
    return (frame.f_code.co_filename or None) if MARK in frame.f_globals else None


def changes(*operations: tuple[str, str, Any]) -> Attributes:
    """Combine attributes with +>, * and repeated names."""
    made: Attributes = {}
    repeated = ""
    for name, operator, value in operations:
        given = value if name == "*" else {name: Append(value) if operator == "+>" else value}
        repeated = repeated or next((each for each in given if each in made), "")
        made.update(given)
    return Repeated(made, repeated) if repeated else made


def override(
    scope: Scope, references: object, attributes: Attributes, line: int, lines: Lines | None = None
) -> object:
    """Evaluate an override statement: at once if the resource exists, else when it is declared."""
    build: Any = scope.build
    change = Change(scope, attributes, line, lines)
    for reference in flattened(references):
        if type(reference) is not ResourceType or (reference.type_name or "").lower() == "class":
            from duckrow.puppet.runtime.labels import label

            raise EvaluationError(
                f"Resource Override can only operate on resources, got: {label(reference)}",
                "illegal-overridden-type",
            )
        if reference.title is None:
            raise EvaluationError(_no_title(build, reference.type_name or ""))
        name = reference_text(reference)
        change.check_for(name)
        resource = build.catalog.find(reference.type_name, reference.title)
        rules = build.rules
        if resource is None or (rules is not None and rules.deterministic is not None):
            build.overrides.setdefault(name, []).append(change)
        else:
            merge(build, resource, change)
    return references


def apply_waiting(build: Build, resource: Resource) -> None:
    """Apply the overrides that came before the resource, now that all code has run."""
    for change in build.overrides.pop(str(resource), ()):
        merge(build, resource, change)


def change_collected(build: Build, change: Change, resources: list[Resource]) -> None:
    """Apply the attributes of a collector, with the resource defaults of its scope."""
    if build.rules is not None and build.rules.deterministic is not None:
        build.rules.deterministic.change_collected(resources, change)
        return
    build.overriding.add(change.source)
    values = change.origins()
    known: dict[str, dict[str, tuple[object, Origin]]] = {}
    for resource in resources:
        if type(change.attributes) is Repeated:
            change.check_for(str(resource))
        given = known.get(resource.type)
        if given is None:
            defaults = find_defaults(change.scope, resource.type).items()
            brought = {n: (each.value, each.origin) for n, each in defaults if n not in values}
            given = known[resource.type] = {**values, **brought}
        merge(build, resource, change, given)


def merge(
    build: Build,
    resource: Resource,
    change: Change,
    values: dict[str, tuple[object, Origin]] | None = None,
) -> None:
    """Set attributes of a resource, if the code they come from may do so."""
    if change.source is not resource.source and not is_child(build, change.source, resource.source):
        raise EvaluationError(
            "Only subclasses can override parameters",
            location=Location(change.file, change.line),
            is_bare=True,
        )
    if resource.is_evaluated and build.settings.strict != "off":
        _reject_override_of_evaluated(build, resource, change)
    for name, (value, origin) in (change.origins() if values is None else values).items():
        _set(build, resource, name, value, origin)


def is_child(build: Build, source: Definition | None, ancestor: Definition | None) -> bool:
    """Return whether code may override what other code declared: it inherits, or has collected."""
    free = build.overriding
    while source not in free:
        if source is None or not source.parent:
            return False
        source = build.loaders.find_class(source.parent)
        if source is ancestor:
            return True
    return True


def _set(build: Build, resource: Resource, name: str, value: Any, origin: Origin) -> None:
    if name == "alias":
        build.has_aliases = True  # to be checked again when the catalog is complete
    is_added = type(value) is Append
    if is_added:
        value = value.value
    if name in resource.parameters:
        if is_default(resource.scope, resource.type, name, value):
            return
        _check_may_replace(build, resource, name, origin)
        if is_added:
            value = flattened([resource.parameters[name], value])
    resource.set(name, value, origin)
    if build.listener is not None:
        build.listener("overridden", resource, name, origin)


def _check_may_replace(build: Build, resource: Resource, name: str, origin: Origin) -> None:
    current = resource.origin_of(name)
    if is_child(build, origin.source, current.source):
        return
    value = resource.parameters[name]
    if origin.source is current.source and is_default(resource.scope, resource.type, name, value):
        return
    where = location_words(current.file, current.line)
    raise EvaluationError(
        f"Parameter '{name}' is already set on {resource} by {_SOMEONE}"
        f"{' at ' + where if where else ''}; cannot redefine",
        location=Location(origin.file or None, origin.line),
        is_bare=True,
        why=f"it was set by {_who(current.source)}",
        hint="a class that inherits from that one may change it",
    )


def _reject_override_of_evaluated(build: Build, resource: Resource, change: Change) -> None:
    """The body of a define has run with the old values."""
    where = resource.location_words()
    message = "Attempt to override an already evaluated resource" + (
        f", defined at {where}, with new values" if where else " with new values"
    )
    if build.settings.strict == "error":
        raise EvaluationError(message, location=Location(change.file, change.line), is_bare=True)
    build.log("warning", f"{message} {location_words(change.file, change.line)}".rstrip())


def _who(source: Definition | None) -> str:
    if source is None or not source.name:
        return "the main manifest"
    return f"{source.kind} {source.name}"


def _shared(build: Any, attributes: Attributes) -> Attributes:
    """Several resources may come to hold one list of targets; see `relationships.share`."""
    for name in FORWARD:
        given = attributes.get(name)
        value = given.value if type(given) is Append else given
        if type(value) is list:
            from duckrow.puppet.catalog.relationships import share

            value = share(build, value)
            attributes[name] = Append(value) if type(given) is Append else value
    return attributes


def _no_title(build: Build, type_name: str) -> str:
    is_native = build.loaders.find_resource_type(type_name) is not None
    return no_title(f":{type_name.lower()}" if is_native else inspected(type_name))
