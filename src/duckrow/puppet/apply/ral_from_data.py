"""A catalog from plain data, such as `compile --format json` prints, ready to be applied."""

from __future__ import annotations

from duckrow.puppet.apply.ral_catalog import Container, RalCatalog, settle_paths
from duckrow.puppet.apply.relations import relations_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.apply.ral_catalog import Log, Node
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.table import ResourceTypeTable


def ral_from_data(
    data: dict[str, Any],
    providers: Providers,
    log: Log,
    find_table: Callable[[str], ResourceTypeTable | None],
) -> RalCatalog:
    """Take over a catalog that was written down."""
    try:
        return _read(data, providers, log, find_table)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"this is no catalog: {type(error).__name__}: {error}") from error


def _read(
    data: dict[str, Any],
    providers: Providers,
    log: Log,
    find_table: Callable[[str], ResourceTypeTable | None],
) -> RalCatalog:
    if data.get("document_type") == "Catalog":  # as older masters wrap it
        data = data["data"]
    ral = RalCatalog(data["name"], data["environment"], providers, log, find_table)
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
            node = ral.desired(
                table,
                item["title"],
                _values(item.get("parameters") or {}),
                item.get("file"),
                item.get("line"),
                tuple(item.get("tags") or ()),
                tuple(item.get("sensitive_parameters") or ()),
            )
        ral.add(node, [made[each] for each in around.get(ref, ()) if each in made])
    settle_paths(ral)
    return ral


def _values(parameters: dict[str, object]) -> dict[str, object]:
    """Return parameters as values; only hashes may encode other types."""
    if not any(isinstance(value, (dict, list)) for value in parameters.values()):
        return parameters
    from duckrow.puppet.types.rich_data.read import from_data

    return {
        name: from_data(value, allow_unresolved=True) if isinstance(value, (dict, list)) else value
        for name, value in parameters.items()
    }
