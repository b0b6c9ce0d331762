"""What may be a module by its name: a directory, or an archive that is read as one.

pond            a directory
pond.par        an archive; .zip and .jar are archives too
pond-1.2.0.par  an archive of a version
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

INDEX = ".duckrow-index"  # of a directory of modules; see loaders/path_index
ARCHIVES = (".par", ".zip", ".jar")
_FIRST = frozenset("abcdefghijklmnopqrstuvwxyz")
_REST = _FIRST | frozenset("0123456789_")
_NO_VERSION: tuple[int, ...] = ()


def is_module_name(name: str) -> bool:
    """Return whether a module may have a name: a lower-case letter, then [a-z0-9_]."""
    return bool(name) and name[0] in _FIRST and _REST.issuperset(name)


def is_archive_name(name: str) -> bool:
    """Return whether a file has the name of an archive."""
    return name.endswith(ARCHIVES)


def module_of(name: str) -> str:
    """Return the module that a name on the module path stands for: pond-1.2.0.par is pond."""
    return name[:-4].partition("-")[0] if is_archive_name(name) else name


def archive_ends(path: str) -> list[int]:
    """Return where in a path a name of an archive ends, the first one first."""
    found = []
    for each in ARCHIVES:
        start = path.find(each)
        while start >= 0:
            end = start + len(each)
            if end == len(path) or path[end] == "/":
                found.append(end)
            start = path.find(each, end)
    return sorted(found)


def leads_into_archive(path: str) -> bool:
    """Return whether a path has the name of an archive before its end."""
    return any(end < len(path) for end in archive_ends(path))


def modules_in(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the modules that the names in a directory may be, each with its name there.

    They come in the order of their names. Of one module, the directory comes first, then the
    archive without a version, then the newest version.
    """
    found: list[tuple[str, int, tuple[int, ...], str]] = []  # the module, its rank, its name
    for name in names:
        if is_module_name(name):
            found.append((name, 0, (), name))
        elif is_archive_name(name):
            _, dash, version = name[:-4].partition("-")
            module = module_of(name)
            if is_module_name(module):
                numbers = _numbers(version) if dash else _NO_VERSION
                if numbers is not None:
                    newest_first = tuple(-each for each in numbers)
                    found.append((module, 1 + bool(dash), newest_first, name))
    return [(module, name) for module, _, _, name in sorted(found)]


def _numbers(version: str) -> tuple[int, ...] | None:
    parts = version.partition("-")[0].split(".")
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else None
