"""glob(patterns): the paths that match file name patterns, as in Ruby.

`*` matches any text without a slash, `**` between slashes any number of directories, `?` a
character, `[a-z]` one of a set and `{a,b}` either alternative; a backslash escapes. Names that
begin with a dot match only patterns that do. Paths are sorted by name within each directory. A
directory that is reached again from inside itself is not entered.
"""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.world import World


_MAGIC = frozenset("*?[\\")


def find_paths(world: World, pattern: str) -> list[str]:
    """Return the existing paths that match a pattern."""
    if "\0" in pattern:
        raise EvaluationError("nul-separated glob pattern is deprecated")
    found: list[str] = []
    if not pattern:
        return found
    for each in _alternatives(pattern):
        parts = each.split("/")
        start = ""
        if parts[0] == "" and len(parts) > 1:
            start, parts = "/", parts[1:]
        found += _matching(world, start, parts)
    return found


def _alternatives(pattern: str) -> list[str]:
    """Expand the braces of a pattern."""
    depth, start, cuts = 0, -1, list[int]()
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "{":
            depth += 1
            if depth == 1:
                start, cuts = at, []
        elif char == "," and depth == 1:
            cuts.append(at)
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                ends = [*cuts, at]
                begins = [start + 1, *(cut + 1 for cut in cuts)]
                return [
                    each
                    for begin, end in zip(begins, ends, strict=True)
                    for each in _alternatives(
                        pattern[:start] + pattern[begin:end] + pattern[at + 1 :]
                    )
                ]
        at += 1
    return [pattern]


def _matching(
    world: World, base: str, parts: list[str], around: tuple[object, ...] = ()
) -> Iterator[str]:
    part, rest = parts[0], parts[1:]
    if part == "**" and rest:
        yield from _matching(world, base, rest)
        around = (*around, world.stamp(base or "."))
        for name in _names(world, base):
            path = base + name
            if name.startswith(".") or world.kind(path) != "directory":
                continue
            stamp = world.stamp(path)
            if stamp is None or stamp not in around:
                yield from _matching(world, f"{path}/", parts, around)
    elif part == "" and rest:
        yield from _matching(world, f"{base}/", rest)
    elif part == "":
        if world.kind(base or ".") == "directory":
            yield base
    elif _MAGIC.isdisjoint(part):
        yield from _below(world, base + part, rest)
    else:
        is_match = re.compile(_translated(part)).fullmatch
        has_dot = part.startswith((".", "\\."))
        for name in [".", *_names(world, base)]:
            if is_match(name) and (has_dot or not name.startswith(".")):
                yield from _below(world, base + name, rest)


def _below(world: World, path: str, rest: list[str]) -> Iterator[str]:
    if not rest:
        if world.exists(path):
            yield path
    elif world.kind(path) == "directory":
        yield from _matching(world, f"{path}/", rest)


def _names(world: World, base: str) -> list[str]:
    try:
        return world.names(base or ".")
    except OSError:
        return []


def _translated(part: str) -> str:
    """Translate a part of a pattern to a regular expression."""
    out = []
    at = 0
    while at < len(part):
        char = part[at]
        if char == "*":
            out.append(".*")
        elif char == "?":
            out.append(".")
        elif char == "[" and (end := part.find("]", at + 2)) > 0:
            set_ = part[at + 1 : end]
            is_not = set_[0] in "^!"
            kept = set_[is_not:].replace("\\", "\\\\").replace("[", "\\[").replace("^", "\\^")
            out.append(f"[{'^' if is_not else ''}{kept}]")
            at = end
        else:
            if char == "\\" and at + 1 < len(part):
                at += 1
            out.append(re.escape(part[at]))
        at += 1
    return f"(?s){''.join(out)}"


def _glob(scope: Scope, arguments: list[object]) -> list[str]:
    if len(arguments) != 1:
        raise EvaluationError(f"glob(): Wrong number of arguments given ({len(arguments)} for 1)")
    patterns = arguments[0]
    if type(patterns) is not str and type(patterns) is not list:
        raise EvaluationError("glob(): Requires either array or string to work")
    found: list[str] = []
    for each in [patterns] if type(patterns) is str else patterns:
        found += find_paths(scope.build.world, expect_text(each))
    return found


GLOB = LegacyFunction("glob", _glob)
