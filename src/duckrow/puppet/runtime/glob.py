"""Paths that match file name patterns, as Ruby's Dir.glob finds them.

The names between slashes match as File.fnmatch matches them, `{a,b}` matches either alternative and
`**/` any number of directories. Each directory is visited in the order of its names, a directory
before its content. `**/` does not follow symbolic links.
"""

from __future__ import annotations

from duckrow.puppet.world import DIRECTORY
from duckrow.ruby.values.fnmatch import EXTGLOB, alternatives, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.puppet.world import World

    Rest = tuple["_Part", ...]

_MAGIC = frozenset("*?[\\")


def paths_matching(world: World, pattern: str) -> list[str]:
    """Return the existing paths that match a pattern."""
    found: list[str] = []
    for single in alternatives(pattern, EXTGLOB):
        stripped = single.lstrip("/")
        root = single[: len(single) - len(stripped)]
        if single:
            found += _walk(world, root, [_parts(stripped)])
    return found


def files_matching(world: World, pattern: str) -> list[str]:
    """Return the existing paths that match a pattern, without directories."""
    return [path for path in paths_matching(world, pattern) if world.kind(path) != DIRECTORY]


class _Part:
    """One part of a pattern between slashes, and the slashes after it."""

    __slots__ = ("is_plain", "is_recursive", "matches", "slashes", "text")

    def __init__(self, text: str, slashes: str) -> None:
        self.text = text
        self.slashes = slashes
        self.is_recursive = text == "**" and slashes != ""
        self.is_plain = _MAGIC.isdisjoint(text)
        self.matches = text.__eq__ if self.is_plain else matcher(text)


def _parts(pattern: str) -> Rest:
    import re

    return tuple(_Part(text, slashes) for text, slashes in re.findall("([^/]+)(/*)", pattern))


def _walk(world: World, base: str, rests: Iterable[Rest]) -> Iterator[str]:
    """Yield the paths below a directory that match one of the rests of a pattern.

    `base` is empty or ends with a slash. Several rests are open at once because `**/` matches here
    and deeper; following them together visits each directory once and in order.
    """
    open_ = _with_zero_directories(rests)
    if () in open_:
        if base and world.kind(base) == DIRECTORY:
            yield base
        open_ = [rest for rest in open_ if rest]
    if not open_:
        return
    for name in _candidates(world, base, open_):
        path = base + name
        is_found = False
        deeper: dict[str, list[Rest]] = {}
        for rest in open_:
            part = rest[0]
            if part.is_recursive:
                if not name.startswith(".") and _is_real_directory(world, base, name):
                    deeper.setdefault("/", []).append(rest)
            elif part.matches(name):
                if part.slashes:
                    deeper.setdefault(part.slashes, []).append(rest[1:])
                else:
                    is_found = True
        if is_found:
            yield path
        if deeper and world.kind(path) == DIRECTORY:
            for slashes, inner in deeper.items():
                yield from _walk(world, path + slashes, inner)


def _with_zero_directories(rests: Iterable[Rest]) -> list[Rest]:
    """Return the rests, and for each `**/` also the rest after it."""
    found: dict[Rest, None] = {}
    for rest in rests:
        found[rest] = None
        while rest and rest[0].is_recursive:
            rest = rest[1:]
            found[rest] = None
    return list(found)


def _candidates(world: World, base: str, open_: list[Rest]) -> list[str]:
    """Return the names in a directory that can match; read the directory only for wildcards."""
    if all(rest[0].is_plain for rest in open_):
        names = dict.fromkeys(rest[0].text for rest in open_)
        return [name for name in names if world.exists(base + name) or name in _names(world, base)]
    return [".", *_names(world, base)]


def _names(world: World, base: str) -> list[str]:
    try:
        return world.names(base or ".")
    except OSError:
        return []


def _is_real_directory(world: World, base: str, name: str) -> bool:
    """Return whether a name is a directory and not a link to one."""
    if world.kind(base + name) != DIRECTORY:
        return False
    return world.real_path(base + name) == f"{world.real_path(base or '.').rstrip('/')}/{name}"
