"""Files that a pattern of a shell matches: *, ?, [...], and ** for up to six levels."""

from __future__ import annotations

import re
from functools import lru_cache

from duckrow.cfengine.values.table_order import texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.files.files import Files

_MAGIC = re.compile(r"[*?\[]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_LEVELS = 6
_POSIX = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "lower": "a-z", "upper": "A-Z",
    "space": r"\s", "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F",
}  # fmt: skip


def find_files(files: Files, pattern: str) -> list[str]:
    """Give the paths that a pattern matches, in the order of the reference's sets."""
    found: dict[str, None] = {}
    levels = ["/".join("*" * count) for count in range(1, _LEVELS + 1)]
    for each in (
        [pattern.replace("**", stars) for stars in levels] if "**" in pattern else [pattern]
    ):
        for path in sorted(_expand(files, each), key=lambda path: path.encode("utf-8", "replace")):
            found.setdefault(path)
    return texts_in_order(found)


def _expand(files: Files, pattern: str) -> Iterator[str]:
    """Give the paths of one pattern, name by name from the left."""
    parts = re.split("(/+)", pattern)
    yield from _below(files, "", parts, 0)


def _below(files: Files, start: str, parts: list[str], index: int) -> Iterator[str]:
    while index < len(parts):
        part = parts[index]
        if part == "" or part.startswith("/"):
            start += part
            index += 1
            continue
        if not _MAGIC.search(part):
            start += _ESCAPE.sub(r"\1", part)
            index += 1
            continue
        matches = _matcher(part)
        for name in _names(files, start):
            if matches(name) and (index + 1 >= len(parts) or _is_directory(files, start + name)):
                yield from _below(files, start + name, parts, index + 1)
        return
    if _exists(files, start):
        yield start


def _names(files: Files, directory: str) -> list[str]:
    try:
        return files.names(directory or "/")
    except OSError:
        return []


def _is_directory(files: Files, path: str) -> bool:
    try:
        facts = files.facts(path, follow=True)
    except OSError:
        return False
    return facts is not None and facts.is_directory


def _exists(files: Files, path: str) -> bool:
    if path.endswith("/"):
        return _is_directory(files, path.rstrip("/") or "/")
    try:
        return files.facts(path) is not None
    except OSError:
        return False


@lru_cache(maxsize=200)
def _compiled(part: str) -> re.Pattern[str]:
    out: list[str] = []
    i = 0
    while i < len(part):
        char = part[i]
        i += 1
        if char == "*":
            out.append(".*")
        elif char == "?":
            out.append(".")
        elif char == "\\" and i < len(part):
            out.append(re.escape(part[i]))
            i += 1
        elif char == "[":
            end, members = _members(part, i)
            out.append(members or "\\[")
            i = end
        else:
            out.append(re.escape(char))
    return re.compile("".join(out), re.DOTALL)


def _members(part: str, start: int) -> tuple[int, str]:
    """Read a class; without an end the bracket is plain."""
    i = start
    negated = part[i : i + 1] in ("!", "^") and bool(part[i : i + 1])
    if negated:
        i += 1
    out = "[^" if negated else "["
    first = i
    while i < len(part):
        char = part[i]
        if char == "]" and i > first:
            return i + 1, out + "]"
        named = re.compile(r"\[:([a-z]+):\]").match(part, i)
        if named is not None and named[1] in _POSIX:
            out += _POSIX[named[1]]
            i = named.end()
            continue
        if char == "\\" and i + 1 < len(part):
            i += 1
            char = part[i]
            out += re.escape(char)
        elif char == "-":
            out += "-" if i > first and part[i + 1 : i + 2] not in ("]", "") else "\\-"
        else:
            out += char if char.isalnum() else "\\" + char
        i += 1
    return start, ""


def _matcher(part: str) -> Callable[[str], bool]:
    found = _compiled(part)
    hidden = part.startswith((".", "\\."))

    def matches(name: str) -> bool:
        return (hidden or not name.startswith(".")) and found.fullmatch(name) is not None

    return matches
