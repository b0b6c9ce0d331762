"""Find files by shell patterns: *, ?, [...], and ** for up to six levels."""

from __future__ import annotations

import re
from functools import lru_cache

from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.values.table_order import texts_in_order
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.files.files import Files

_MAGIC = LazyPattern(r"[*?\[]")
_ESCAPE = LazyPattern(r"(?s)\\(.)")
_LEVELS = 6
_POSIX = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "lower": "a-z", "upper": "A-Z",
    "space": r" \t-\r", "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F",
    "cntrl": r"\x00-\x1f\x7f", "graph": "!-~", "print": " -~",
}  # fmt: skip

# A character class such as [:alpha:], or a character such as [.a.] or [=a=].
_NAMED = LazyPattern(r"\[:([a-z]*):\]|\[([.=])(.)\2\]")


def find_files(files: Files, pattern: str) -> list[str]:
    """Return the paths that match a pattern, in the order of cf-agent's sets."""
    found: dict[str, None] = {}
    levels = ["/".join("*" * count) for count in range(1, _LEVELS + 1)]
    for each in (
        [pattern.replace("**", stars) for stars in levels] if "**" in pattern else [pattern]
    ):
        for path in sorted(_expand(files, each), key=lambda path: path.encode("utf-8", "replace")):
            found.setdefault(path)
    return texts_in_order(found)


def _expand(files: Files, pattern: str) -> Iterator[str]:
    """Yield the paths of one pattern, one path component at a time."""
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
        for name in _names(files, start, part):
            if matches(name) and (index + 1 >= len(parts) or _is_directory(files, start + name)):
                yield from _below(files, start + name, parts, index + 1)
        return
    if _exists(files, start):
        yield start


def _names(files: Files, directory: str, part: str) -> list[str]:
    """Return the candidates; a pattern for hidden names may also match `.` and `..`."""
    try:
        names = files.names(directory or "/")
    except OSError:
        return []
    return [".", "..", *names] if _is_for_hidden(part) else names


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
    return re.compile("".join(out), re.DOTALL | re.ASCII)


def _members(part: str, start: int) -> tuple[int, str]:
    """Translate a bracket; an open one is a plain character, an invalid one matches nothing."""
    i = start
    is_negated = part[i : i + 1] in ("!", "^") and bool(part[i : i + 1])
    if is_negated:
        i += 1
    first, pieces, is_invalid = i, "", False
    while i < len(part):
        if part[i] == "]" and i > first:
            if is_invalid or not (pieces or is_negated):
                return i + 1, "(?!)"
            return i + 1, f"[{'^' * is_negated}{pieces}]" if pieces else "."
        named = _NAMED.match(part, i)
        if named is not None:
            i = named.end()
            is_invalid = is_invalid or (named[3] is None and named[1] not in _POSIX)
            pieces += re.escape(named[3]) if named[3] else _POSIX.get(named[1], "")
            continue
        low, i = _member(part, i)
        high = low
        if part[i : i + 1] == "-" and part[i + 1 : i + 2] not in ("]", ""):
            high, i = _member(part, i + 1)
        if low <= high:
            pieces += f"{re.escape(low)}-{re.escape(high)}"
    return start, ""


def _member(part: str, i: int) -> tuple[str, int]:
    """Return a character of a bracket and its end; a backslash may precede it."""
    if part[i] == "\\" and i + 1 < len(part):
        i += 1
    return part[i], i + 1


def _by_bytes(text: str) -> str:
    """Return a string with one character per byte, since `?` matches a byte."""
    return text if text.isascii() else to_bytes(text).decode("latin-1")


def _is_for_hidden(part: str) -> bool:
    return part.startswith((".", "\\."))


def _matcher(part: str) -> Callable[[str], bool]:
    found = _compiled(_by_bytes(part))
    hidden = _is_for_hidden(part)

    def matches(name: str) -> bool:
        if name.startswith(".") and not hidden:
            return False
        return found.fullmatch(_by_bytes(name)) is not None

    return matches
