"""Checks of a complete catalog.

`check_relationships` is the reference's own: targets of require, before, notify and subscribe must
exist. `find_cycles` goes further: the reference finds a dependency cycle only on the host; duckrow
reports the shortest one beforehand.

In cycles a container is a pair of its beginning and its end: the content of a class follows its
beginning and precedes its end; a resource that precedes the class precedes its beginning.
"""

from __future__ import annotations

from duckrow.puppet.catalog.references import NoReferenceError, find_value, reference_text
from duckrow.puppet.runtime.definition import IS_RELATION, RELATIONS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.catalog.resource import Resource


_STRING = frozenset((str,))


def check_relationships(build: Build) -> None:
    """Fail for the first parameter that names a resource which is not in the catalog."""
    # Texts that were looked up and found, and lists of nothing else. A plugin may have removed what
    # arrows found.
    has_plugins = build.plugins is not None
    known = set() if has_plugins else build.arrow_targets
    found = {} if has_plugins else build.arrow_lists
    for resource in build.catalog.resources:
        parameters = resource.parameters
        # Four names are looked for one by one: a set would look at all names of the parameters.
        if (
            "require" in parameters
            or "subscribe" in parameters
            or ("before" in parameters and id(parameters["before"]) not in found)
            or ("notify" in parameters and id(parameters["notify"]) not in found)
        ) and not resource.is_virtual:
            for name, value in parameters.items():
                if name in IS_RELATION and id(value) not in found:
                    _check(build.catalog, resource, name, value, known)


def _check(catalog: Catalog, resource: Resource, name: str, value: object, known: set[str]) -> None:
    if type(value) is list and _STRING.issuperset(map(type, value)) and known.issuperset(value):
        return  # nearly always: arrows have found them all
    for item in flattened(value):
        if item is None or (type(item) is str and item in known):
            continue
        try:
            found = find_value(catalog, item)
        except NoReferenceError as error:
            raise _at_parameter(resource, name, error.message) from None
        if found is None:
            message = f"Could not find resource '{reference_text(item)}' in parameter '{name}'"
            raise _at_parameter(resource, name, message)
        if type(item) is str:
            known.add(item)


def _at_parameter(resource: Resource, name: str, message: str) -> EvaluationError:
    origin = resource.origin_of(name)
    return EvaluationError(
        message,
        location=Location(origin.file or None, origin.line),
        is_bare=True,
        why=f"the parameter belongs to {resource} {resource.location_words()}".rstrip(),
    )


class Cycle:
    """Resources that wait for each other, each for the one before it and the first for the last."""

    __slots__ = ("resources",)

    def __init__(self, resources: list[Resource]) -> None:
        self.resources = resources

    def __str__(self) -> str:
        return f"({' => '.join(map(str, [*self.resources, self.resources[0]]))})"

    def describe(self) -> str:
        """Write the cycle and where its resources are declared."""
        lines = [f"Found 1 dependency cycle:\n{self}"]
        for resource in self.resources:
            where = resource.location_words()
            if where:
                lines.append(f"{resource} is declared at {where}")
        return "\n  ".join(lines)


def find_cycles(catalog: Catalog) -> list[Cycle]:
    """Return the dependency cycles of a finished catalog, one for each tangle of resources."""
    real = [resource for resource in catalog.resources if not resource.is_virtual]
    if all(IS_RELATION.isdisjoint(resource.parameters) for resource in real):
        return []
    from duckrow.graph.cycles import cycles_by_number

    count = len(real)
    found = cycles_by_number(_successors(catalog, real))
    return [Cycle(_once([real[number % count] for number in cycle])) for cycle in found]


def _successors(catalog: Catalog, real: list[Resource]) -> list[list[int]]:
    """Return the successors of each node: resource i is node i, its end is node i + count."""
    count = len(real)
    starts = {resource: number for number, resource in enumerate(real)}
    ends = dict(starts)
    successors: list[list[int]] = [[] for _ in range(2 * count)]
    for resource in real:
        for container in resource.all_containers():
            ends[container] = starts[container] + count
    for number, resource in enumerate(real):
        end = ends[resource]
        if end != number:
            successors[number].append(end)
        for container in resource.all_containers():
            successors[starts[container]].append(number)
            successors[end].append(ends[container])
        for first, second in dependencies(catalog, resource):
            if first in starts and second in starts:
                successors[ends[first]].append(starts[second])
    return successors


def dependencies(catalog: Catalog, resource: Resource) -> Iterator[tuple[Resource, Resource]]:
    """Return the order that the parameters of a resource demand: pairs of first and second."""
    parameters = resource.parameters
    if IS_RELATION.isdisjoint(parameters):
        return
    for name, is_first in sorted(RELATIONS.items()):
        for item in flattened(parameters.get(name)):
            other = None if item is None else find_value(catalog, item)
            if other is not None:
                yield (resource, other) if is_first else (other, resource)


def _once(resources: list[Resource]) -> list[Resource]:
    """Show beginning and end of a container as one."""
    found = [each for number, each in enumerate(resources) if each is not resources[number - 1]]
    return found or resources[:1]
