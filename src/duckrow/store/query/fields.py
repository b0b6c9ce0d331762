"""Fields as queries write them: `certname`, `facts.os.family`, `facts."a b".list[0]`.

parts_of('facts.os.match("rel.*").major')
[Part("facts"), Part("os"), Part("rel.*", is_pattern=True), Part("major")]
"""

from __future__ import annotations

import re

from duckrow.store.query.errors import QueryError

_FIRST = re.compile(r"[a-zA-Z][_0-9a-zA-Z]*\??(?=\.|\Z)")
_PLAIN = re.compile(r"[^.]+(?=\.|\Z)")
_QUOTED = re.compile(r'"((?:[^"]|"(?!\.|\Z))*?[^\\])"(?=\.|\Z)', re.DOTALL)
_MATCH = re.compile(r'match\("(.*[^\\])"\)(?=\.|\Z)', re.DOTALL)
_INDEXED = re.compile(r"(.+)\[([0-9]+)\]", re.DOTALL)
_LARGEST_INDEX = (1 << 31) - 1
LONGEST = 4096  # characters: the time to read a field grows with the square of its length


class Part:
    """One part of a field: a name, perhaps with the index of an element, or a pattern for names."""

    __slots__ = ("index", "is_pattern", "name")

    def __init__(self, name: str, index: int | None = None, *, is_pattern: bool = False) -> None:
        self.name = name
        self.index = index
        self.is_pattern = is_pattern


def parts_of(field: str) -> list[Part]:
    """Return the parts of a field. Raises QueryError."""
    if not field:
        raise QueryError("Empty AST field")
    if len(field) > LONGEST:
        raise QueryError(f"a field has at most {LONGEST} characters")
    match = _FIRST.match(field)
    if match is None:
        raise QueryError(f"First component of AST field is invalid: {_shown(field)}")
    found = [Part(match[0])]
    at = match.end()
    while at < len(field):
        at += 1  # the dot
        if field.startswith('""', at):
            raise QueryError(f"Empty AST field component at character {at}: {_shown(field)}")
        if match := _MATCH.match(field, at):
            found.append(Part(match[1], is_pattern=True))
        elif match := _QUOTED.match(field, at):
            found.append(_named(match[1]))
        elif match := _PLAIN.match(field, at):
            found.append(_named(match[0]))
        else:
            raise QueryError(
                f"Don't recognize AST field component at character {at}: {_shown(field)}"
            )
        at = match.end()
    return found


def path_of(parts: list[Part]) -> list[str | int]:
    """Return the keys and indexes that lead to a value below the first part."""
    path: list[str | int] = []
    for part in parts[1:]:
        path.append(f'match("{part.name}")' if part.is_pattern else part.name)
        if part.index is not None:
            path.append(part.index)
    return path


def _named(text: str) -> Part:
    match = _INDEXED.fullmatch(text)
    if match is None:
        return Part(text)
    if len(match[2]) > 10 or int(match[2]) > _LARGEST_INDEX:
        raise QueryError(f'For input string: "{match[2]}"')
    return Part(match[1], int(match[2]))


def _shown(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
