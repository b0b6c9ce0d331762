"""Selecting the node definition, and the classes of an external classifier.

An exact name wins, then the first regular expression in the order of definition, then `default`.
If there are node definitions, one of them must match.
"""

from __future__ import annotations

from duckrow.puppet.catalog.bodies import evaluate
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.classes import ensure, find_class, instantiate
from duckrow.puppet.catalog.resource import UNKNOWN, Resource
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.runtime.definition import NODE, Definition
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.scope import Scope


def evaluate_node(build: Build, nodes: list[Definition]) -> None:
    """Find the node definition that fits and run its body in a scope of its own."""
    if not nodes:
        return
    host, definition, match = find_node(build.node_name, nodes)
    body = definition.run

    def run(scope: Scope) -> object:
        scope.match = match or build.top.match
        value = body(scope)
        scope.match = build.top.match  # defines do not see the match that selected the node
        return value

    definition = Definition(
        NODE,
        name_of(host),
        run,
        file=definition.file,
        line=definition.line,
        module_name=definition.module_name,
    )
    resource = Resource("Node", definition.name, build.top, {}, UNKNOWN, definition=definition)
    resource.source = definition
    build.catalog.tags.update(own_tags(resource))
    build.add(resource, build.main)
    evaluate(build, resource)
    build.node_scope = build.class_scopes[definition.name]


def find_node(name: str, nodes: list[Definition]) -> tuple[Any, Definition, Any]:
    """Return the matching host, its definition, and the match of a regular expression."""
    from duckrow.puppet.values.default import DEFAULT

    wanted = name.lower()
    patterns: list[tuple[Any, Definition]] = []
    fallback: tuple[Any, Definition] | None = None
    for definition in nodes:
        for host in definition.hosts:
            if type(host) is str:
                if host.lower() == wanted:
                    return host, definition, None
                if host == "default":
                    fallback = (host, definition)
            elif host is DEFAULT:
                fallback = ("default", definition)
            else:
                patterns.append((host, definition))
    for pattern, definition in patterns:
        match = pattern.search(wanted)
        if match is not None:
            return pattern, definition, match
    if fallback is None:
        raise EvaluationError(
            f"Could not find node statement with name 'default' or '{name}'",
            is_bare=True,
            hint="node default { } for those that no other node is for, or --node for another name",
        )
    return (*fallback, None)


def name_of(host: Any) -> str:
    """Return the title of the resource for a node: a name, or the letters of an expression."""
    if type(host) is str:
        return host.lower()
    kept = "".join(c for c in host.source.lower() if c.isalnum() or c in "_-:.")
    return "__node_regexp__" + kept.lstrip(".")


def evaluate_node_classes(build: Build) -> None:
    """Put the classes of the classifier into the catalog; their bodies wait for the first round.

    Classes with parameters come first and count as declared, those without as included.
    """
    given = build.node.classes
    if not given:
        return
    scope = build.node_scope or build.top
    with_parameters = {n: p for n, p in given.items() if p} if type(given) is dict else {}
    definitions = [find_class(build, name) for name in with_parameters]
    for definition in definitions:
        # By the name of the class itself, as the reference looks them up.
        parameters = dict(with_parameters.get(definition.name, {}))
        title = capitalized(definition.name)
        resource = Resource("Class", title, scope, parameters, UNKNOWN, definition=definition)
        resource.source = definition
        if build.rules is not None:
            from duckrow.puppet.catalog.declared_again import declare_class

            if declare_class(build, build.rules, resource):
                continue
        instantiate(build, scope, resource)
        build.add(resource, None)
    ensure(build, scope, [name for name in given if name not in with_parameters])
