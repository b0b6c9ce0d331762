"""The last step for each resource: overrides, Sensitive values, checks, metaparameters."""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import Catalog
from duckrow.puppet.catalog.tags import inherit_tags, own_tags
from duckrow.puppet.runtime.definition import FLOWING, IS_METAPARAMETER
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.references import COMMON
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource

_FLOWING = frozenset(FLOWING)
_HARMLESS = COMMON - {int}  # values of these classes need no look
_USUAL = 1 << 63  # integers of the language lie closer to zero, but for one


def finish_resources(build: Build) -> None:
    """Finish all that was declared, virtual or not, in order."""
    check_parameters(build, build.resources)
    flow(build)


def check_parameters(build: Build, resources: list[Resource]) -> None:
    """Apply overrides, unwrap Sensitive values and check the names of parameters."""
    for resource in resources:
        if build.overrides:
            from duckrow.puppet.catalog.overrides import apply_waiting

            apply_waiting(build, resource)
        parameters = resource.parameters
        kinds = {*map(type, parameters.values())}
        if not kinds <= _HARMLESS:
            if int in kinds and resource.type != "Class":  # those of classes may come from data
                for value in parameters.values():
                    if type(value) is int and not -_USUAL < value < _USUAL:
                        _check_number(resource, value)
            if not kinds <= COMMON:
                _unwrap(resource, kinds)
                parameters = resource.parameters
        description = resource.description
        if description is not None:
            if not description.attribute_names.issuperset(parameters) and not description.is_open:
                raise _unknown_parameter(resource)
        elif (
            not resource.is_evaluated
            or "title" in parameters
            or (resource.origins is not None and not _is_checked(resource))
        ):
            _check_body(resource)


def _is_checked(resource: Resource) -> bool:
    """Return whether nothing but metaparameters has changed since the body ran, as arrows do."""
    assert resource.definition is not None
    names = {parameter.name for parameter in resource.definition.parameters}
    return (resource.origins or {}).keys() <= IS_METAPARAMETER - names


def _is_sensitive(kind: type) -> bool:
    from duckrow.puppet.values.sensitive import Sensitive

    return kind is Sensitive


_SENSITIVE = Results(_is_sensitive, 256)


def _unwrap(resource: Resource, kinds: set[type]) -> None:
    """Unwrap Sensitive values, and note the names of their parameters."""
    if not any(map(_SENSITIVE.__getitem__, kinds)):
        return
    names = [n for n, value in resource.parameters.items() if _SENSITIVE[type(value)]]
    # A copy: other resources may have been given the same table.
    resource.parameters = dict(resource.parameters)
    for name in names:
        resource.parameters[name] = resource.parameters[name].unwrap()
    resource.sensitive = names


def _check_number(resource: Resource, value: int) -> None:
    """Reject an integer that the language does not have."""
    from duckrow.puppet.values.integers import is_integer, out_of_range

    if is_integer(value):
        return
    raise EvaluationError(
        f"Evaluation Error: Error while evaluating a '=>' expression, {out_of_range(value)}",
        location=Location(resource.file or None, resource.line),
        is_bare=True,
        hint="a string can hold it: quote it where it is written",
    )


def _unknown_parameter(resource: Resource) -> EvaluationError:
    from duckrow.source.did_you_mean import did_you_mean

    known = resource.description.attribute_names
    name = next(name for name in resource.parameters if name not in known)
    location = resource.location_words()
    return EvaluationError(
        f"no parameter named '{name}'{' ' + location if location else ''} on {resource}",
        location=Location(resource.file or None, resource.line),
        is_bare=True,
        hint=did_you_mean(name, known),
    )


def _check_body(resource: Resource) -> None:
    """Check parameters of a define or class that were not checked when its body ran."""
    from duckrow.puppet.catalog.parameters import Plan, check_values
    from duckrow.puppet.values.sensitive import Sensitive

    if not resource.is_evaluated:
        inherit_tags(resource)
    definition = resource.definition
    assert definition is not None
    if definition.plan is None:
        definition.plan = Plan(definition)
    values = {
        name: Sensitive(value) if name in (resource.sensitive or ()) else value
        for name, value in resource.parameters.items()
    }
    try:
        check_values(str(resource), definition.plan, definition, resource.scope, values)
    except EvaluationError as error:
        raise EvaluationError(error.message, is_bare=True) from None


def check_aliases(build: Build) -> None:
    """Check aliases that were set after their resources had entered the catalog.

    The reference finds out when it copies the catalog without what is virtual and not exported.
    """
    copy = Catalog(build.catalog.name, build.catalog.environment)
    for resource in build.catalog.resources:
        if resource.is_exported or not resource.is_virtual:
            try:
                copy.add(resource, has_keys=False)
            except EvaluationError as error:
                raise EvaluationError(error.message, is_bare=True) from None


def flow(build: Build) -> None:
    """Let metaparameters and tags flow from containers to contents, beginning at Class[main].

    Classes that are only included are not contained in main and are left alone. Resources without a
    body get their tags when they are written, so without metaparameters only resources with a body
    are visited.
    """
    contents: dict[Resource, list[Resource]] = {}
    is_tags_only = True
    for resource in build.resources:
        # A view looks at the smaller side: classes may have hundreds of parameters.
        if resource.definition is not None and not resource.parameters.keys().isdisjoint(_FLOWING):
            is_tags_only = False
            break
    for resource in build.resources:
        if is_tags_only and resource.definition is None:
            continue
        for container in resource.all_containers():
            contents.setdefault(container, []).append(resource)
    assert build.main is not None
    if build.main not in contents:
        return
    data: dict[Resource, dict[str, Any]] = {}
    seen: set[Resource] = set()
    queue = [build.main]
    for source in queue:  # grows while it is walked
        if source in seen:
            continue
        seen.add(source)
        for target in contents.get(source, ()):
            if target in seen and target.content_tags is None:
                # Contained more than once, or in itself: its contents are done already.
                target.content_tags = dict(own_tags(target))
            if not is_tags_only:
                _flow_parameters(data, source, target)
            own_tags(target).update(own_tags(source))
            queue.append(target)


def _flow_parameters(
    data: dict[Resource, dict[str, object]], source: Resource, target: Resource
) -> None:
    flowing = data.get(source)
    if flowing is None:
        flowing = _parameters_of(source)
        if not flowing:
            return
        data[source] = flowing
    for name, value in flowing.items():
        if target.parameters.get(name) is None:
            if name == "tag":
                inherit_tags(target)  # the tags of contents follow those of the container
            elif name == "alias":
                target.scope.build.has_aliases = True
            target.set(name, value)
            if target.scope.build.listener is not None:
                target.scope.build.listener("flowed", target, name, source)
    data[target] = {**flowing, **_parameters_of(target)}


def _parameters_of(resource: Resource) -> dict[str, object]:
    parameters = resource.parameters
    return {name: parameters[name] for name in FLOWING if parameters.get(name) is not None}
