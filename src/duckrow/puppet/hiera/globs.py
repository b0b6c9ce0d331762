"""Files by pattern: `nodes/*.yaml`, `**/*.yaml`, `{a,b}.yaml`.

As in the reference: names that begin with a dot are not met by wildcards, directories are walked in
the order of their names, and braces are opened before anything else.
"""

from __future__ import annotations

from duckrow.puppet.world import DIRECTORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from duckrow.puppet.world import World

_WILD = frozenset("*?[\\")


def paths_matching(world: World, pattern: str) -> list[str]:
    """Return the paths that match a pattern, which is an absolute path."""
    found: list[str] = []
    for single in _without_braces(pattern):
        found += _walk(world, "", [part for part in single.split("/") if part])
    return found


def files_matching(world: World, pattern: str) -> list[str]:
    """Return the paths that match a pattern, without directories."""
    return [path for path in paths_matching(world, pattern) if world.kind(path) != DIRECTORY]


def _without_braces(pattern: str) -> list[str]:
    start = depth = 0
    for index, char in enumerate(pattern):
        if char == "{":
            start = index if depth == 0 else start
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                before, inside, after = (
                    pattern[:start],
                    pattern[start + 1 : index],
                    pattern[index + 1 :],
                )
                return [
                    found
                    for choice in _choices(inside)
                    for found in _without_braces(before + choice + after)
                ]
    return [pattern]


def _choices(inside: str) -> list[str]:
    choices, depth = [""], 0
    for char in inside:
        if char == "," and depth == 0:
            choices.append("")
            continue
        depth += (char == "{") - (char == "}")
        choices[-1] += char
    return choices


def _walk(world: World, directory: str, parts: list[str]) -> Iterator[str]:
    if not parts:
        yield directory
        return
    first, rest = parts[0], parts[1:]
    if first == "**" and rest:
        yield from _walk_deep(world, directory, rest)
        return
    if not _WILD.intersection(first):
        path = f"{directory}/{first}"
        if world.exists(path):
            yield from _walk(world, path, rest)
        return
    matches = _compiled(first)
    for name in _names(world, directory):
        if matches.fullmatch(name):
            path = f"{directory}/{name}"
            if not rest or world.kind(path) == DIRECTORY:
                yield from _walk(world, path, rest)


def _walk_deep(world: World, directory: str, rest: list[str]) -> Iterator[str]:
    """Meet `rest` here and in every directory below, all in the order of names."""
    if _WILD.intersection(rest[0]) and len(rest) == 1:
        matches = _compiled(rest[0])
        for name in _names(world, directory):
            path = f"{directory}/{name}"
            if matches.fullmatch(name):
                yield path
            if world.kind(path) == DIRECTORY and not name.startswith("."):
                yield from _walk_deep(world, path, rest)
        return
    yield from _walk(world, directory, rest)
    for name in _names(world, directory):
        path = f"{directory}/{name}"
        if world.kind(path) == DIRECTORY and not name.startswith("."):
            yield from _walk_deep(world, path, rest)


def _names(world: World, directory: str) -> list[str]:
    try:
        return world.names(directory or "/")
    except OSError:
        return []


def _compiled(part: str) -> Pattern[str]:
    import re

    out = "" if part.startswith(".") else r"(?!\.)"
    index = 0
    while index < len(part):
        char = part[index]
        end = part.find("]", index + 2) if char == "[" else -1
        if char == "*":
            out += ".*"
        elif char == "?":
            out += "."
        elif end > 0:
            inside = part[index + 1 : end]
            is_negative = inside[0] in "^!"
            inside = inside[1:] if is_negative else inside
            inside = inside.replace("\\", "\\\\").replace("[", "\\[")
            out += f"[{'^' if is_negative else ''}{inside}]"
            index = end
        elif char == "\\" and index + 1 < len(part):
            index += 1
            out += re.escape(part[index])
        else:
            out += re.escape(char)
        index += 1
    return re.compile(out, re.DOTALL)
