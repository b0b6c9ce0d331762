"""Locations of a hierarchy entry: paths, globs, mapped paths, URIs."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.hiera.interpolation import interpolate, scope_value
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.runtime.scope import LocalScope
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.hiera.request import Request


class DataLocation:
    """One location: as declared, as a path or URI, and whether it exists."""

    __slots__ = ("exists", "is_uri", "original", "path")

    def __init__(self, original: str, path: str, exists: bool, is_uri: bool = False) -> None:
        self.original = original
        self.path = path
        self.exists = exists
        self.is_uri = is_uri


def join(directory: str, path: str) -> str:
    """Join a directory and a path; .. at the start of the path is resolved."""
    if path.startswith("/"):
        return path
    parts = path.split("/")
    while parts and parts[0] in (".", "..", ""):
        if parts.pop(0) == "..":
            directory = directory.rstrip("/").rpartition("/")[0] or "/"
    if not parts:
        return directory
    return f"{directory.rstrip('/')}/{'/'.join(parts)}"


def paths(
    request: Request,
    datadir: str,
    declared: list[str],
    extension: str = "",
    existing_only: bool = False,
) -> list[DataLocation]:
    """Return the locations of paths that are declared one by one."""
    stamps = state_of(request.scope.build).stamps
    found = []
    for original in declared:
        path = to_s(interpolate(original, request, False))
        if extension and not path.endswith(extension):
            path += extension
        path = join(datadir, path)
        exists = stamps.exists(path)
        if exists or not existing_only:
            found.append(DataLocation(original, path, exists))
    return found


def globs(request: Request, datadir: str, declared: list[str]) -> list[DataLocation]:
    """Return a location for each file that a pattern means."""
    from duckrow.puppet.runtime.glob import files_matching

    world = request.scope.build.world
    found = []
    for original in declared:
        pattern = join(datadir, to_s(interpolate(original, request, False)))
        found += [DataLocation(pattern, path, True) for path in files_matching(world, pattern)]
    return found


def uris(request: Request, declared: list[str]) -> list[DataLocation]:
    """Return the locations of URIs; the function finds out whether they exist."""
    return [
        DataLocation(original, to_s(interpolate(original, request, False)), True, is_uri=True)
        for original in declared
    ]


def mapped_paths(request: Request, datadir: str, declared: list[str]) -> list[DataLocation]:
    """Return a location for each value of a variable that holds several."""
    variable, name, template = declared
    values: object = scope_value(variable, request, "mapped_path[0]")
    if values is None or values in ("", [], {}):
        return []
    if isinstance(values, dict):
        values = [list(pair) for pair in values.items()]
    elif isinstance(values, str):
        values = [values]
    elif not isinstance(values, list):
        raise HieraError(f"The value of {variable} in mapped_paths must be a list or a text")
    stamps = state_of(request.scope.build).stamps
    outer_scope, remembered = request.scope, request.remembered
    found = []
    for value in values:
        request.scope = LocalScope(outer_scope, {name: value})
        request.remembered = []
        try:
            path = join(datadir, to_s(interpolate(template, request, False)))
        finally:
            request.scope = outer_scope
            # The mapped name exists here only; all others may change with the scope.
            others = [entry for entry in request.remembered if entry[1] != name]
            request.remembered = remembered
            if remembered is not None:
                remembered += others
        found.append(DataLocation(template, path, stamps.exists(path)))
    return found
