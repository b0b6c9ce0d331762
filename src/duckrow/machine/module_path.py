"""The modules on a module path, each a directory or an archive."""

from __future__ import annotations

from duckrow.machine.paths import absolute, is_archived_module, is_directory, names_in
from duckrow.source.module_names import is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def is_module(path: str) -> bool:
    """Return whether a path on a module path is a directory, or an archive that is a module."""
    return is_archived_module(path) if is_archive_name(path) else is_directory(path)


def modules_on(modulepath: Sequence[str]) -> dict[str, str]:
    """Return the path of each module by name; of two of one name, the first counts."""
    found: dict[str, str] = {}
    for directory in modulepath:
        found = modules_below(absolute(directory)) | found
    return found


def modules_below(directory: str) -> dict[str, str]:
    """Return the path of each module in a directory by name."""
    found: dict[str, str] = {}
    try:
        names = names_in(directory)
    except OSError:
        return found
    for module, name in modules_in(names):
        path = f"{directory}/{name}"
        if module not in found and is_module(path):
            found[module] = path
    return found


def directories_of(modules: Iterable[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return which directories of some names modules have: the path of a module, and the name.

    They come in the order of the modules, and those of one in the order of the names.
    """
    modules = list(modules)
    packed = _directories_of_archives([each for each in modules if is_archive_name(each)], names)
    found: list[tuple[str, str]] = []
    for module in modules:
        if module in packed:
            found += [(module, name) for name in packed[module]]
        else:
            found += [(module, name) for name in names if is_directory(f"{module}/{name}")]
    return found


def _directories_of_archives(paths: list[str], names: Sequence[str]) -> dict[str, list[str]]:
    """Return the directories of some names in each archive; what is no archive is left out."""
    if not paths:
        return {}
    from duckrow.machine.archives.find import open_archives
    from duckrow.machine.archives.joined import JoinedLists

    joined = JoinedLists(open_archives(paths))
    found: dict[str, list[str]] = {path: [] for path in joined.paths}
    for name in names:
        for archive in joined.that_may_have(name):
            if archive.is_directory(name):
                found[archive.path].append(name)
    return found


def versions_below(directory: str) -> list[tuple[str, str]]:
    """Return the name and the path of each module in a directory whose name has a version."""
    found = [(module, f"{directory}/{name}") for module, name in versions_in(names_in(directory))]
    return [(module, path) for module, path in found if is_module(path)]
