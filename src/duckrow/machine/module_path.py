"""The modules on a module path, each a directory or an archive."""

from __future__ import annotations

from duckrow.machine.paths import absolute, is_directory, is_module, names_in
from duckrow.source.module_names import is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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
        if module not in found and (is_module if is_archive_name(name) else is_directory)(path):
            found[module] = path
    return found


def versions_below(directory: str) -> list[tuple[str, str]]:
    """Return the name and the path of each module in a directory whose name has a version."""
    found = [(module, f"{directory}/{name}") for module, name in versions_in(names_in(directory))]
    return [
        (module, path)
        for module, path in found
        if (is_module if is_archive_name(path) else is_directory)(path)
    ]
