"""What a compile evaluated, as digests: a compile that is repeated is compared with them.

A recording holds no secrets, so code that reads the text of one may do something else when it is
repeated. If other resources or relationships come of it, no answer would be true. If only values
differ, these are made secret: they depend on the text of a secret.
"""

from __future__ import annotations

from duckrow.puppet.explain.evaluate import written
from duckrow.puppet.explain.secrets import scopes_of
from duckrow.puppet.runtime.definition import RELATIONS
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.scope import Scope

    Hide = Callable[[str], str]
    Evaluated = dict[str, object]

_DIGITS = 12  # of a digest
_SECRET = Sensitive(None)


def evaluated_data(build: Build, hide: Hide) -> Evaluated:
    """Return the digests of a compile; `hide` redacts secrets."""
    return {
        "resources": _digest(hide("\n".join(map(_structure, build.catalog.resources)))),
        "attributes": {
            hide(f"{resource}\n{name}"): _digest(hide(written(value)))
            for resource, name, value in _attributes(build)
        },
        "variables": {
            hide(f"{place}\n{name}"): _digest(hide(written(value)))
            for place, _, name, value in _variables(build)
        },
    }


def is_same(build: Build, data: Evaluated) -> bool:
    """Return whether a repeated compile declares and relates the same; make secret what differs."""
    found = evaluated_data(build, str)
    if found["resources"] != data.get("resources"):
        return False
    attributes, variables = found["attributes"], found["variables"]
    old_attributes, old_variables = data.get("attributes"), data.get("variables")
    if not isinstance(old_attributes, dict) or not isinstance(old_variables, dict):
        return False
    assert isinstance(attributes, dict)
    assert isinstance(variables, dict)
    for resource, name, _ in list(_attributes(build)):
        key = f"{resource}\n{name}"
        if old_attributes.get(key) != attributes[key]:
            resource.sensitive = [*(resource.sensitive or ()), name]
    for place, scope, name, value in list(_variables(build)):
        key = f"{place}\n{name}"
        if old_variables.get(key) != variables[key] and not isinstance(value, Sensitive):
            dict.__setitem__(scope.variables, name, Sensitive(value))
    return True


def _attributes(build: Build) -> Iterator[tuple[Resource, str, object]]:
    for resource in build.catalog.resources:
        for name, value in resource.parameters.items():
            yield resource, name, _SECRET if name in (resource.sensitive or ()) else value


def _variables(build: Build) -> Iterator[tuple[str, Scope, str, object]]:
    """Return the variables that code set, each with its scope and the name of that.

    Facts are not among them: a recording holds them, and a run reads only some of them.
    """
    facts = build.facts
    for place, scope in scopes_of(build).items():
        for name, value in dict.items(scope.variables):
            is_fact = name == "facts" or (name in facts and dict.get(facts, name) is value)
            if scope is not build.top or not is_fact:
                yield place, scope, name, value


def _structure(resource: Resource) -> str:
    """Write what the order of a run follows from: the name, containers and relationships."""
    containers = " ".join(map(str, resource.all_containers()))
    relations = (
        f"{name} {written(value)}"
        for name, value in resource.parameters.items()
        if name in RELATIONS
    )
    return f"{resource} {resource.is_virtual} in {containers} {' '.join(relations)}"


def _digest(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]
