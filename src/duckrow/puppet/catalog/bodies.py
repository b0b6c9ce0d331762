"""The body of a class, define or node is run: a scope is made and filled, then its code runs.

Order, as in the reference: the class inherited from runs first; then `title`, `name` and the names
of modules are set; then parameters; then a class is put into its stage; then the code runs.
"""

from __future__ import annotations

from duckrow.puppet.catalog.parameters import set_parameters
from duckrow.puppet.catalog.tags import inherit_tags
from duckrow.puppet.runtime.definition import DEFINE
from duckrow.puppet.runtime.errors import (
    BodyError,
    BreakJump,
    CompilerCrash,
    EvaluationError,
    Jump,
    NextJump,
    ReturnJump,
)
from duckrow.puppet.runtime.location import Location, location_of_error
from duckrow.puppet.runtime.scope import Scope
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.definition import Definition


def evaluate(build: Build, resource: Resource) -> None:
    """Run the body of a class, define or node resource, once."""
    if resource.is_evaluated:
        return
    resource.is_evaluated = True
    if build.listener is not None:
        build.listener("evaluated", resource)
    inherit_tags(resource)
    definition = resource.definition
    assert definition is not None
    parent = resource.scope
    outer = enclosing(parent)
    if definition.parent:
        parent = outer = _evaluate_parent(build, definition)
    scope = Scope(build, parent, outer, resource, definition, definition.module_name)
    scope.match = outer.match  # what picked the node is seen from all that it includes
    variables = scope.variables
    variables["module_name"] = definition.module_name
    around = parent.definition
    if around is not None:
        variables["caller_module_name"] = around.module_name
    if definition.kind == DEFINE:
        variables["title"] = resource.title
        variables["name"] = resource.parameters.get("name") or resource.title
        if resource in build.original_titles:
            variables["title"] = build.original_titles[resource]
            variables["name"] = resource.parameters.get("name") or variables["title"]
        set_parameters(resource, scope)
        if build.listener is not None:
            build.listener("entered", resource, scope)
        try:
            definition.run(scope)
        except (ReturnJump, NextJump):
            pass
        finally:
            if build.listener is not None:
                build.listener("left", resource)
        return
    start_class(build, resource, scope)
    if build.listener is not None:
        build.listener("entered", resource, scope)
    try:
        definition.run(scope)
    except (ReturnJump, NextJump) as jump:
        if scope.is_node:
            raise misplaced(jump) from None
    except BreakJump as jump:
        raise misplaced(jump) from None
    finally:
        if build.listener is not None:
            build.listener("left", resource)


def start_class(build: Build, resource: Resource, scope: Scope) -> None:
    """Prepare a class or node: names, parameters, stage."""
    definition = resource.definition
    assert definition is not None
    name = definition.name
    if name:
        build.catalog.add_class(name)
    title = resource.title
    given = resource.parameters.get("name") or title
    if resource.is_class:
        title, given = title.lower(), str(given).lower()
    else:
        scope.is_node = True
    scope.variables["title"] = title
    scope.variables["name"] = given
    build.class_scopes[name] = scope
    set_parameters(resource, scope)
    if resource.is_class:
        _enter_stage(build, resource)


def _enter_stage(build: Build, resource: Resource) -> None:
    """Put a class into its stage: its own, that of its container, or main."""
    name = resource.parameters.get("stage")
    around = resource.scope.resource
    if name is None and around is not None:
        name = around.parameters.get("stage")
    stage = build.catalog.find("stage", "main" if name is None else name)
    if stage is None:
        wanted = resource.parameters.get("stage")
        raise EvaluationError(
            f"Could not find stage {'main' if wanted is None else wanted} specified by {resource}"
        )
    if stage.title != "main" and resource.parameters.get("stage") is None:
        resource.parameters["stage"] = stage.title
    resource.contain_in(stage)


def enclosing(scope: Scope) -> Scope:
    """Return the node's scope or the top, whichever is around a scope."""
    while not scope.is_node and scope.outer is not None:
        scope = scope.outer
    return scope


def _evaluate_parent(build: Build, definition: Definition) -> Scope:
    """Run the class that a class inherits from, and return its scope."""
    from duckrow.puppet.catalog.classes import find_parent

    parent = find_parent(build, definition)
    resource = build.catalog.find("class", parent.name)
    assert resource is not None
    evaluate(build, resource)
    if build.rules is not None:
        build.rules.observe(parent.name, f"class {definition.name} inherits from it")
    scope = build.class_scopes.get(parent.name)
    if scope is None:  # it is about to be evaluated, and waits for this very class
        raise EvaluationError(f"Could not find scope for {parent.name}")
    return scope


def evaluate_later(build: Build, resource: Resource) -> None:
    """Run a queued body; its errors name the location where the resource was declared."""
    try:
        evaluate(build, resource)
    except BreakJump as jump:
        raise _misplaced_in_define(jump) from None
    except CompilerCrash:
        raise
    except DuckrowError as error:
        location = Location(resource.file or None, resource.line, None, "Resource Statement")
        raise BodyError(error, location) from error


_NAMES: dict[type[Jump], str] = {
    ReturnJump: "return()",
    NextJump: "next()",
    BreakJump: "break()",
}


def misplaced(jump: Jump) -> EvaluationError:
    """Make the error about a jump out of a body that cannot be left."""
    location = location_of_error(jump.__traceback__)
    words = (
        Location(location.file or "unknown", location.line).words() if location is not None else ""
    )
    return EvaluationError(
        f"{_NAMES[type(jump)]} from context where this is illegal {words}".rstrip(), is_bare=True
    )


def _misplaced_in_define(jump: Jump) -> EvaluationError:
    found = location_of_error(jump.__traceback__)
    location: Any = None
    if found is not None:
        location = Location(found.file or "unknown", found.line, None, "Object")
    message = f"{_NAMES[type(jump)]} from context where this is illegal"
    return EvaluationError(
        f"Error while evaluating an Object, {message}", "runtime-error", location=location
    )
