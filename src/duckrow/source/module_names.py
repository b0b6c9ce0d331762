"""What may be a module by its name: a directory, or an archive that is read as one.

pond            a directory
pond.par        an archive; .zip and .jar are archives too
pond-1.2.0.par  an archive of a version
pond@1.2.0      a directory of a version; only `module_visibility` takes notice of it
"""

from __future__ import annotations

from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    # Its numbers, whether it is a release, and the parts of a pre-release.
    Version = tuple[tuple[int, ...], bool, tuple[tuple[int, int, str], ...]]

INDEX = ".duckrow-index"  # of a directory of modules; see loaders/path_index
PACKAGE = ".par"
ARCHIVES = (PACKAGE, ".zip", ".jar")
SIGNATURE = ".sig"  # beside an archive: pond.par.sig
_FIRST = frozenset("abcdefghijklmnopqrstuvwxyz")
_OF_VERSIONS = _FIRST | frozenset("0123456789.+-")
_NO_VERSION: Version = ((), True, ())
_ARCHIVE_OF_VERSION, _ARCHIVE, _DIRECTORY = range(3)  # of one module, the last counts
_KNOWN = BoundedCache(16)  # answers of `modules_in`: facts and manifests ask the same


def is_module_name(name: str) -> bool:
    """Return whether a module may have a name: a lower-case letter, then [a-z0-9_]."""
    return name.isidentifier() and name.islower() and name.isascii() and name[0] != "_"


def short_name(name: str) -> str:
    """Return the name of a module without that of its author: pond of duck/pond or duck-pond."""
    return name.replace("/", "-", 1).rpartition("-")[2]


def is_archive_name(name: str) -> bool:
    """Return whether a file has the name of an archive."""
    return name.endswith(ARCHIVES)


def module_of(name: str) -> str:
    """Return the module that a name on the module path stands for: pond-1.2.0.par is pond."""
    return name[:-4].partition("-")[0] if is_archive_name(name) else name.partition("@")[0]


def version_in(name: str) -> str:
    """Return the version in a name on the module path: 1.2.0 of pond@1.2.0; "" without one."""
    is_archive = is_archive_name(name)
    return name[:-4].partition("-")[2] if is_archive else name.partition("@")[2]


def archive_ends(path: str) -> list[int]:
    """Return where in a path a name of an archive ends, the first one first."""
    found = []
    for each in ARCHIVES:
        start = path.find(each) if each in path else -1
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
    asked = frozenset(names)
    known: list[tuple[str, str]] | None = _KNOWN.get(asked)
    if known is None:
        known = _modules_in(asked)
        _KNOWN.keep(asked, known)
    return known


def _modules_in(names: Iterable[str]) -> list[tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        if name.endswith(ARCHIVES):
            module, dash, version = name[:-4].partition("-")
            if is_module_name(module) and (not dash or _version(version) is not None):
                found.setdefault(module, []).append(name)
        elif is_module_name(name):
            found.setdefault(name, []).append(name)
    for same in found.values():
        if len(same) > 1:
            same.sort(key=_rank, reverse=True)
    return [(module, name) for module, same in sorted(found.items()) for name in same]


def _rank(name: str) -> tuple[int, Version, str]:
    """Return the rank of a name on the module path among those of one module."""
    if not is_archive_name(name):
        return _DIRECTORY, _NO_VERSION, name
    version = _version(version_in(name))
    return (
        (_ARCHIVE, _NO_VERSION, name) if version is None else (_ARCHIVE_OF_VERSION, version, name)
    )


def versions_in(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names in a directory that name a version, each after its module."""
    return sorted(
        (module_of(name), name)
        for name in names
        if is_module_name(module_of(name)) and _version(version_in(name)) is not None
    )


def _version(text: str) -> Version | None:
    """Return a semantic version to sort by, or None: a pre-release comes before its release."""
    first, _, rest = text.partition(".")
    second, _, third = rest.partition(".")
    if text.isascii() and first.isdecimal() and second.isdecimal() and third.isdecimal():
        return (int(first), int(second), int(third)), True, ()
    if not _OF_VERSIONS.issuperset(text.lower()):
        return None
    text = text.partition("+")[0]
    release, dash, rest = text.partition("-")
    numbers = release.split(".")
    if len(numbers) != 3 or not all(map(str.isdecimal, numbers)):
        return None
    parts = rest.split(".") if dash else ()
    marks = [(0, int(each), "") if each.isdecimal() else (1, 0, each) for each in parts]
    return tuple(map(int, numbers)), not dash, tuple(marks)
