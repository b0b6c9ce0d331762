"""Read a catalog from plain data, such as `compile --format json` prints, to apply it."""

from __future__ import annotations

from duckrow.puppet.apply.ral_catalog import Container, RalCatalog, settle_paths
from duckrow.puppet.apply.relationship_attributes import relations_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.puppet.apply.ral_catalog import Node
    from duckrow.puppet.apply.ral_from_build import Resolver
    from duckrow.puppet.apply.ruby_types import FindBehaviour
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.resources.table import ResourceTypeTable


_OF_RESOURCE: dict[str, type] = {
    "parameters": dict,
    "tags": list,
    "sensitive_parameters": list,
    "file": str,
    "line": int,
}
_SHAPES = {str: "a string", int: "a number", list: "a list", dict: "an object"}


class CatalogDataError(InputError):
    """The data is not a catalog."""


def ral_from_data(
    data: dict[str, Any],
    providers: Providers,
    log: Log,
    find_table: Callable[[str], ResourceTypeTable | None],
    ruby_types: FindBehaviour | None = None,
    resolve: Resolver | None = None,
) -> RalCatalog:
    """Return the catalog of a document that `catalog_in` has checked.

    `resolve` makes the calls that were deferred to the agent; without it they stay as they are.
    """
    ral = RalCatalog(data["name"], data["environment"], providers, log, find_table)
    ral.ruby_types = ruby_types
    ral.version = data.get("version")
    ral.uuid = data.get("catalog_uuid")
    ral.classes = list(data.get("classes") or ())
    around: dict[str, list[str]] = {}
    for edge in data.get("edges") or ():
        around.setdefault(edge["target"], []).append(edge["source"])
    made: dict[str, Container] = {}
    tables: dict[str, ResourceTypeTable | None] = {}
    for item in data["resources"]:
        type_, title = item["type"], item["title"]
        if type_ not in tables:
            tables[type_] = None if type_ == "Class" else find_table(type_.lower())
        if tables[type_] is None or type_ == "Stage":
            # In the catalog of the reference Class[main] is written small.
            name = "Main" if type_ == "Class" and title == "main" else title
            ref = f"{type_}[{title}]"
            made[ref] = Container(
                type_,
                name,
                relations_of(item.get("parameters") or {}),
                item.get("tags") or (),
                item.get("file"),
                item.get("line"),
            )
    for item in data["resources"]:
        ref = f"{item['type']}[{item['title']}]"
        node: Node | None = made.get(ref)
        if node is None:
            table = tables[item["type"]]
            assert table is not None
            values = _values(item.get("parameters") or {})
            secret: list[str] = []
            if resolve is not None:
                values, secret = resolve(values)
            node = ral.desired(
                table,
                item["title"],
                values,
                item.get("file"),
                item.get("line"),
                tuple(item.get("tags") or ()),
                (*(item.get("sensitive_parameters") or ()), *secret),
            )
        ral.add(node, [made[each] for each in around.get(ref, ()) if each in made])
    settle_paths(ral)
    return ral


def catalog_in(data: object) -> dict[str, Any]:
    """Return the catalog in a document; raise if a part of it is missing or has the wrong type."""
    if isinstance(data, dict) and data.get("document_type") == "Catalog":
        data = data.get("data")  # as older masters wrap it
    if not isinstance(data, dict):
        raise CatalogDataError("this is no catalog: it must be an object")
    _expect(
        data,
        "the catalog",
        {"name": str, "environment": str, "resources": list},
        {"edges": list, "classes": list},
    )
    for number, item in enumerate(data["resources"]):
        _expect(item, f"resource {number + 1}", {"type": str, "title": str}, _OF_RESOURCE)
        for name in ("tags", "sensitive_parameters"):
            if not all(isinstance(each, str) for each in item.get(name) or ()):
                _reject(f"{name} of resource {number + 1} must be a list of strings")
    for number, edge in enumerate(data.get("edges") or ()):
        _expect(edge, f"edge {number + 1}", {"source": str, "target": str}, {})
    return data


def _expect(
    value: object, subject: str, fields: dict[str, type], optional: dict[str, type]
) -> None:
    """Check the shapes of the fields of an object; an optional field may be missing or null."""
    if not isinstance(value, dict):
        _reject(f"{subject} must be an object")
    for name in fields:
        if name not in value:
            _reject(f"{subject} has no {name}")
    for name, shape in (fields | optional).items():
        found = value.get(name)
        if not isinstance(found, shape) and (name in fields or found is not None):
            _reject(f"{name} of {subject} must be {_SHAPES[shape]}")


def _reject(why: str) -> NoReturn:
    raise CatalogDataError(f"this is no catalog: {why}")


def _values(parameters: dict[str, object]) -> dict[str, object]:
    """Return parameters as values; only hashes may encode other types."""
    if not any(isinstance(value, (dict, list)) for value in parameters.values()):
        return parameters
    from duckrow.puppet.types.rich_data.read import from_data

    return {
        name: from_data(value, allow_unresolved=True) if isinstance(value, (dict, list)) else value
        for name, value in parameters.items()
    }
