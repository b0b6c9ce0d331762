"""A finished catalog as plain data: the reference's catalog JSON, key for key.

Resources are in the order of their declaration, edges by target in that same order. Only
containment makes edges; arrows are parameters by now. Parameters that are undef are omitted, and so
is the namevar if it is the title. References are written as text, File[/x], and all other values
that JSON cannot hold as rich data.
"""

from __future__ import annotations

from duckrow.puppet.catalog.tags import all_tags, insert, is_tag
from duckrow.puppet.runtime.definition import IS_RELATION
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.references import is_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.catalog.resource import Resource

    WriteValue = Callable[[Resource, str, object], object]
    # The tags of resources by type and container, where they follow from these alone.
    SharedTags = dict[tuple[str, Resource | None], list[str]]

FORMAT = 2
_PLAIN = frozenset((str, int, bool, float, type(None)))


def catalog_data(build: Build) -> dict[str, Any]:
    """Return a catalog as an agent receives it, without virtual resources."""
    catalog = build.catalog
    real = [resource for resource in catalog.resources if not resource.is_virtual]
    shared: SharedTags = {}
    return {
        **catalog_head(build),
        "resources": [resource_data(resource, build, None, shared) for resource in real],
        "edges": edges_data(real),
        "classes": list(catalog.classes),
    }


def catalog_head(build: Build) -> dict[str, Any]:
    """Return what comes before the resources."""
    catalog = build.catalog
    version = catalog.version
    if version is None:
        version = build.world.now() // 1_000_000_000
    return {
        "tags": _in_order(_catalog_tags(catalog), build),
        "name": catalog.name,
        "version": version,
        "code_id": None,
        "catalog_uuid": catalog.uuid or _uuid(catalog, version),
        "catalog_format": FORMAT,
        "environment": catalog.environment,
    }


def virtual_data(build: Build) -> list[dict[str, Any]]:
    """List the resources that stayed virtual."""
    return [
        {"ref": str(resource), "exported": resource.is_exported}
        for resource in build.catalog.resources
        if resource.is_virtual
    ]


def edges_data(
    resources: list[Resource],
    *,
    has_exported: bool = False,
    names: dict[int, str] | None = None,
) -> list[dict[str, str]]:
    """List which resource contains which; with `has_exported`, also those of exported ones.

    `names` holds the names of containers, for the next part of the resources.
    """
    edges = []
    if names is None:
        names = {}
    for resource in resources:
        container = resource.container
        if container is None:
            continue
        for around in resource.containers or (container,):
            if around.is_virtual and not (has_exported and around.is_exported):
                continue
            source = names.get(id(around))
            if source is None:
                source = names[id(around)] = str(around)
            edges.append({"source": source, "target": f"{resource.type}[{resource.title}]"})
    return edges


def resource_data(
    resource: Resource,
    build: Build | None = None,
    write: WriteValue | None = None,
    shared: SharedTags | None = None,
) -> dict[str, object]:
    """Return one resource as data; `write` writes values that JSON lacks, else as rich data.

    With `shared`, lists of tags may be those of other resources.
    """
    data: dict[str, Any] = {
        "type": resource.type,
        "title": resource.title,
        "tags": _tags_data(resource, build, shared),
    }
    if resource.file is not None:
        data["file"] = resource.file
    if resource.line is not None:
        data["line"] = resource.line
    data["exported"] = resource.is_exported
    data["kind"] = resource.kind
    parameters = _parameters_data(resource, build, write or _rich_data)
    if parameters:
        data["parameters"] = parameters
    if resource.sensitive:
        data["sensitive_parameters"] = list(resource.sensitive)
    return data


def _tags_data(resource: Resource, build: Build | None, shared: SharedTags | None) -> list[str]:
    if (
        shared is None
        or resource.tags is not None
        or resource.definition is not None
        or "tag" in resource.parameters
        or is_tag(resource.title)
    ):
        return _in_order(list(all_tags(resource)), build)
    key = (resource.type, resource.scope.resource)
    tags = shared.get(key)
    if tags is None:
        tags = shared[key] = _in_order(list(all_tags(resource)), build)
    return tags


def _in_order(tags: list[str], build: Build | None) -> list[str]:
    """Return tags in the order in which they came, or sorted in a deterministic catalog."""
    if build is None or build.rules is None or build.rules.deterministic is None:
        return tags
    return sorted(tags)


def _parameters_data(
    resource: Resource, build: Build | None, write: WriteValue
) -> dict[str, object]:
    parameters = resource.parameters
    description = resource.description
    namevar = "name" if description is None else description.namevar
    title = resource.title
    is_odd = build is not None and resource in build.original_titles
    if (
        is_odd
        or namevar in parameters
        or "name" in parameters
        or title == "main"
        or (description is not None and description.parts_of(title) != {namevar: title})
    ):
        data = _name_data(resource, namevar, write, is_odd=is_odd)
    else:
        data = {}
    names = ("name", namevar)
    for name, value in parameters.items():
        if value is None or name in names:
            continue
        if type(value) in _PLAIN:
            data[name] = value
        else:
            data[name] = _value_data(resource, name, value, write)
    return data


def _name_data(
    resource: Resource, namevar: str, write: WriteValue, *, is_odd: bool
) -> dict[str, Any]:
    """Return the attributes that name a resource, without the namevar if it is the title."""
    title, description = resource.title, resource.description
    parameters = resource.parameters
    parts = {namevar: title} if description is None else description.parts_of(title)
    data = {name: _value_data(resource, name, value, write) for name, value in parts.items()}
    for name in (namevar, "name"):
        if parameters.get(name) is not None:
            data[namevar] = _value_data(resource, name, parameters[name], write)
    # The title of Class[main] and Stage[main] is no text in the reference.
    is_text = not is_odd and (title != "main" or resource.file is not None)
    if is_text and data.get(namevar) == title:
        del data[namevar]
    return data


def _value_data(resource: Resource, name: str, value: Any, write: WriteValue) -> object:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list and _is_plain_list(value) and name not in IS_RELATION:
        return value
    if kind is list:
        flat = flattened(value)
        if name in IS_RELATION:
            value = [item for item in flat if item is not None]
        elif any(map(is_reference, flat)):
            value = flat
    value = _without_references(value)
    if type(value) is str or (kind is list and _is_plain_list(value)):
        return value
    return write(resource, name, value)


def _rich_data(resource: Resource, name: str, value: object) -> object:
    """Return a value as rich data."""
    from duckrow.puppet.types.rich_data.errors import RichDataError
    from duckrow.puppet.types.rich_data.write import to_data

    try:
        written = to_data(
            {name: value},
            local_reference=False,
            symbol_as_string=True,
            message_prefix=str(resource),
        )
    except RichDataError as error:
        location = Location(resource.file or None, resource.line)
        raise EvaluationError(str(error), "unserializable-value", location=location) from error
    found: object = written[name]
    return found


def _is_plain_list(values: list[object]) -> bool:
    return all(type(value) in _PLAIN for value in values)


def _without_references(value: Any) -> object:
    """Write references as text."""
    kind = type(value)
    if kind is list:
        return [_without_references(item) for item in value]
    if kind is dict:
        return {_key(key): _without_references(item) for key, item in value.items()}
    if is_reference(value):
        from duckrow.puppet.catalog.references import reference_text

        return reference_text(value)
    return value


def _key(key: object) -> object:
    if type(key) is str:
        return key
    from duckrow.ruby.values.keys import from_key, to_key

    return to_key(_without_references(from_key(key)))


def _catalog_tags(catalog: Catalog) -> list[str]:
    tags: dict[str, None] = {}
    insert(tags, catalog.classes)
    tags.update(catalog.tags)
    return list(tags)


def _uuid(catalog: Catalog, version: object) -> str:
    """Return a UUID computed from the catalog, so that equal catalogs have equal UUIDs."""
    from _blake2 import blake2b  # hashlib would bring OpenSSL along

    seed = f"{catalog.name}\0{catalog.environment}\0{version}\0{len(catalog.resources)}"
    text = blake2b(seed.encode(), digest_size=16).hexdigest()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:32]}"
