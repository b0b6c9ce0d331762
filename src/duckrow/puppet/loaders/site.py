"""The manifests an environment starts from: one file, the files of a directory, or code.

A directory means every .pp file below it, in the order of the bytes of their paths. All of them are
read before any of their code runs, so that each may use the definitions of the others. A manifest
that does not exist counts as empty.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.loaders.library import Library


def read_site(library: Library, manifest: str | None, code: str | None) -> list[Unit]:
    """Read everything that an environment starts from; code takes the place of files."""
    if code:
        return [_unit(library, code.encode("utf-8", "surrogateescape"), None, manifest)]
    if manifest is None:
        return []
    files = _files(library, manifest)
    return [_unit(library, library.directories.read(path), path, manifest) for path in files]


def _unit(library: Library, data: bytes, file: str | None, manifest: str | None) -> Unit:
    return library.sources.read(data, file, library.settings, library.modulepath, manifest=manifest)


def _files(library: Library, manifest: str) -> list[str]:
    world = library.directories.world
    kind = world.kind(manifest)
    if kind == "directory":
        return sorted(_below(library, manifest), key=os.fsencode)
    return [manifest] if kind else []


def _below(library: Library, directory: str) -> list[str]:
    """Walk a directory; like the reference's, the walk skips hidden names."""
    found: list[str] = []
    waiting = [directory]
    seen: set[str] = set()
    while waiting:
        directory = waiting.pop()
        real = library.directories.world.real_path(directory)
        if real in seen:
            continue
        seen.add(real)
        for name in library.directories.names(directory):
            if name.startswith("."):
                continue
            path = f"{directory}/{name}"
            kind = library.directories.world.kind(path)
            if kind == "directory":
                waiting.append(path)
            elif kind and name.endswith(".pp"):
                found.append(path)
    return found
