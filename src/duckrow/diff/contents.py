"""The contents of files that catalogs name by their source, so that a change of them shows.

`source => 'puppet:///modules/m/f'` becomes the content of the file where the two versions have
different files there; text that is not ASCII becomes its digest, as octocatalog-diff writes it.
"""

from __future__ import annotations

from duckrow.diff.resources import resources_in
from duckrow.puppet.world import FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.versions import Version

    Data = dict[str, Any]

_MODULES = "puppet:///modules/"


def with_contents(
    old: Data, new: Data, old_version: Version, new_version: Version
) -> dict[str, str]:
    """Replace sources by contents in both catalogs, where they are different.

    Return the path of the file that each of these resources names, by the name of the resource.
    """
    before = _files(old)
    sources: dict[str, str] = {}
    for key, resource in _files(new).items():
        other = before.pop(key, None)
        here = _found(resource, new_version)
        there = None if other is None else _found(other, old_version)
        if other is not None and here == there and _source(other) == _source(resource):
            continue
        if here is not None and there is not None:
            sources[key] = new_version.short(here[0]) or ""
        _replace(resource, here, new_version)
        if other is not None:
            _replace(other, there, old_version)
    for resource in before.values():
        _replace(resource, _found(resource, old_version), old_version)
    return sources


def named_files(catalog: Data, version: Version) -> set[str]:
    """Return the files of the tree that sources of a catalog may name."""
    found: set[str] = set()
    modules = version.environment.library.modules
    for resource in _files(catalog).values():
        source = _source(resource)
        for each in source if isinstance(source, list) else [source]:
            path = _path(each, modules)
            inside = None if path is None else version.world.relative(path)
            if inside is not None:
                found.add(inside)
    return found


def _path(source: object, modules: dict[str, Any]) -> str | None:
    """Return the path of a source of a module; None for other sources."""
    if not isinstance(source, str) or not source.startswith(_MODULES):
        return None
    name, _, rest = source.removeprefix(_MODULES).partition("/")
    module = modules.get(name)
    if module is None or not rest or ".." in rest.split("/"):  # no server leaves the directory
        return None
    return f"{module.path}/files/{rest}"


def _files(catalog: Data) -> dict[str, Data]:
    """Return the files of a catalog by their names, as they are compared."""
    return {
        str(each["parameters"].get("path", each["title"])): each
        for each in resources_in(catalog, "the catalog")
        if each.get("type") == "File" and each.get("parameters")
    }


def _source(resource: Data) -> object:
    return resource["parameters"].get("source")


def _found(resource: Data, version: Version) -> tuple[str, str] | None:
    """Return the path and the object of the file that a source names; None if there is none."""
    if "content" in resource["parameters"]:
        return None
    source = _source(resource)
    sources = source if isinstance(source, list) else [source]
    modules = version.environment.library.modules
    for each in sources:
        path = _path(each, modules)
        if path is not None and version.world.kind(path) == FILE:
            inside = version.world.relative(path)
            if inside is None:
                return path, str(version.world.stamp(path))
            real = version.tree.find(inside)
            assert real is not None
            return path, version.tree.object(real)
    return None


def _replace(resource: Data, found: tuple[str, str] | None, version: Version) -> None:
    if found is None:
        return
    content = version.world.read(found[0])
    parameters = resource["parameters"] = dict(resource["parameters"])
    del parameters["source"]
    if content.isascii():
        parameters["content"] = content.decode("ascii")
    else:
        from hashlib import md5

        digest = md5(content, usedforsecurity=False).hexdigest()
        parameters["content"] = f"{{md5}}{digest}"
