"""A catalog as JSON in pieces, for catalogs that are larger than what a host likes to hold twice.

The pieces joined are what `formats` writes for the data of `to_data`. The data of all resources
takes three times the memory of the resources themselves: a million of them, 2.0 GB instead of 0.6.
"""

from __future__ import annotations

from duckrow.puppet.catalog.formats import json_text
from duckrow.puppet.catalog.to_data import catalog_head, edges_data, resource_data
from duckrow.puppet.runtime.references import PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource

_AT_ONCE = 1000


def json_pieces(build: Build) -> Iterator[str]:
    """Return a catalog as pieces of JSON.

    Raises what its values may raise before the first piece.
    """
    real = [resource for resource in build.catalog.resources if not resource.is_virtual]
    for resource in real:
        if _may_fail(resource):
            resource_data(resource, build)
    return _pieces(build, json_text(catalog_head(build)), real)


def _may_fail(resource: Resource) -> bool:
    parameters = resource.parameters
    return "tag" in parameters or not PLAIN.issuperset(map(type, parameters.values()))


def _pieces(build: Build, head: str, real: list[Resource]) -> Iterator[str]:
    shared: Any = {}
    yield head.removesuffix("\n}\n")
    yield from _list(
        "resources",
        real,
        lambda some: [resource_data(resource, build, None, shared) for resource in some],
    )
    names: dict[int, str] = {}
    yield from _list("edges", real, lambda some: edges_data(some, names=names))
    yield json_text({"classes": list(build.catalog.classes)}).replace("{", ",", 1)


def _list(
    name: str, resources: list[Resource], data_of: Callable[[list[Resource]], list[Any]]
) -> Iterator[str]:
    """Write one list of the catalog; the data of some resources at a time is in memory."""
    begin, end = f'{{\n  "{name}": [', "\n  ]\n}\n"
    is_empty = True
    for start in range(0, len(resources), _AT_ONCE):
        data = data_of(resources[start : start + _AT_ONCE])
        if data:
            text = json_text({name: data}).removeprefix(begin).removesuffix(end)
            yield f"{begin.replace('{', ',', 1)}{text}" if is_empty else f",{text}"
            is_empty = False
    yield f',\n  "{name}": []' if is_empty else "\n  ]"
