"""How classes enter the catalog: include, contain, require, and run stages.

A class is one resource per catalog. All classes of one include enter the catalog before the first
of their bodies runs; a class enters after the one it inherits from. Classes that are declared like
resources (`class { 'a': }`) come here too once their resource is made.
"""

from __future__ import annotations

from duckrow.puppet.catalog.bodies import evaluate
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.resource import CLASS, UNKNOWN, Origin, Resource
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope


def include(scope: Scope, names: list[str]) -> list[Resource]:
    """Evaluate the classes that were not evaluated yet; give the resources of all of them."""
    build: Any = scope.build
    resources = ensure(build, scope, names)
    for resource in resources:
        evaluate(build, resource)
    return resources


def ensure(build: Build, scope: Scope, names: list[str]) -> list[Resource]:
    """Put classes into the catalog without evaluating them; those already there come first."""
    scope = scope.body()
    is_quiet = build.rules is None and build.listener is None and not build.loaders.has_views
    if is_quiet and len(names) == 1:
        # Nearly always a class that is there already.
        evaluated = build.class_scopes.get(names[0].removeprefix("::").lower())
        if evaluated is not None and evaluated.resource.is_class and evaluated is not build.top:
            return [evaluated.resource]
    definitions = [find_class(build, name) for name in names]
    if build.rules is not None and build.rules.deterministic is not None:
        included = [definition.name for definition in definitions]
        scope = build.rules.deterministic.include(scope, included)
    known: list[Resource] = []
    new: list[Resource] = []
    if build.listener is not None:
        for definition in definitions:
            build.listener("included", definition.name, scope)
    for definition in definitions:
        evaluated = build.class_scopes.get(definition.name)
        if evaluated is not None:
            known.append(evaluated.resource)
        else:
            new.append(ensure_in_catalog(build, scope, definition))
    return known + new


def contain(scope: Scope, names: list[str]) -> list[Resource]:
    """Include classes, and contain them in the class or define that calls this."""
    resources = include(scope, names)
    listener = scope.build.listener
    for resource in resources:
        resource.contain_in(scope.resource)
        if listener is not None:
            listener("contained", resource, scope.resource)
    return resources


def require(scope: Scope, names: list[str]) -> list[Resource]:
    """Include classes, and order them before the class or define that requires them."""
    from duckrow.puppet.types.model.references import ClassType

    resources = include(scope, names)
    dependent: Resource = scope.resource
    for name in names:
        before = dependent.parameters.get("require")
        targets = [target for target in flattened(before) if target is not None]
        reference = ClassType(find_class(scope.build, name).name)
        origin = Origin(dependent.source, None, None)  # without a location from here on
        dependent.set("require", [*targets, reference], origin)
    if scope.build.listener is not None:
        for resource in resources:
            scope.build.listener("required", resource, dependent)
    return resources


def find_class(build: Any, name: str) -> Definition:
    """Return the definition of a class, loading it if needed; an unknown class is an error."""
    key = name.removeprefix("::").lower()
    definition: Definition | None = build.loaders.find_class(key)
    if definition is None and key == "settings":
        definition = build.class_scopes[key].definition
    if definition is None:
        raise EvaluationError(
            f"Could not find class {name} for {build.node_name}", missing=("class", name)
        )
    return definition


def find_parent(build: Build, definition: Definition) -> Definition:
    """Return the class that a class inherits from."""
    assert definition.parent is not None
    name = definition.parent.removeprefix("::").lower()
    loaders = build.loaders
    parent: Definition | None = loaders.ask_as(definition.file, lambda: loaders.find_class(name))
    if parent is None:
        raise EvaluationError(
            f"Could not find parent resource type '::{definition.parent.removeprefix('::')}'"
            f" of type hostclass in {build.environment.name}",
            location=Location(definition.file or None, definition.line),
            is_bare=True,
        )
    return parent


def ensure_in_catalog(build: Build, scope: Scope, definition: Definition) -> Resource:
    """Return the resource of an included class; make it if necessary."""
    resource = build.catalog.find("class", definition.name)
    if resource is None:
        resource = Resource(
            "Class", capitalized(definition.name), scope, {}, UNKNOWN, definition=definition
        )
        resource.source = definition
        if build.rules is not None:
            build.rules.add_known(resource)
            if resource.parameters:
                resource.kind = CLASS
        instantiate(build, scope, resource)
        build.add(resource, None)
    return resource


def instantiate(build: Build, scope: Scope, resource: Resource) -> None:
    """Prepare a class to enter the catalog: first the class that it inherits from."""
    definition = resource.definition
    assert definition is not None
    if definition.parent:
        parent = find_parent(build, definition)
        if build.listener is not None:
            build.listener("inherited", parent.name, resource)
        if build.catalog.find("class", parent.name) is None:
            ensure_in_catalog(build, scope, parent)
    build.catalog.tags.update(own_tags(resource))
