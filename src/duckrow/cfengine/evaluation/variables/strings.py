"""Strings with $(references): parsed once, expanded many times.

    "a $(b[$(i)]) c"   becomes   ("a ", Reference(("b[", Reference(("i",), "("), "]"), "("), " c")

A string without references is parsed to None. A reference that cannot be resolved stays, with the
references inside it expanded.
"""

from __future__ import annotations

from duckrow.cfengine.policy.references import has_variables, is_bare_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Part: TypeAlias = "str | Reference"
    Parts: TypeAlias = tuple[Part, ...]
    # Returns the string value of a variable, or None.
    Look = Callable[[str], str | None]

# Deeper than any real policy, and less deep than Python's recursion limit allows.
_DEEPEST = 30
_REMEMBERED = 100_000
# A cache: any thread may fill or clear it at any time.
_compiled: dict[str, Parts | None] = {}
_CLOSING = {"(": ")", "{": "}"}


class Reference:
    """A $(reference); `name` is the text in it, or None if that has references itself."""

    __slots__ = ("bracket", "inner", "name")

    def __init__(self, inner: Parts, bracket: str) -> None:
        self.inner = inner
        self.bracket = bracket
        first = inner[0] if len(inner) == 1 else None
        self.name: str | None = first if isinstance(first, str) else None

    def source(self) -> str:
        """Return the source text inside the brackets."""
        return "".join(
            each if isinstance(each, str) else each.written(each.source()) for each in self.inner
        )

    def written(self, inner: str) -> str:
        """Return a reference with its kind of brackets."""
        return f"$({inner})" if self.bracket == "(" else f"${{{inner}}}"


def compile_text(text: str) -> Parts | None:
    """Parse a string; return None if it has no references."""
    if "$" not in text:
        return None
    try:
        return _compiled[text]
    except KeyError:
        pass
    if len(_compiled) >= _REMEMBERED:
        _compiled.clear()
    parts = _parse(text)
    found = parts if any(not isinstance(each, str) for each in parts) else None
    _compiled[text] = found
    return found


def fill(parts: Parts, look: Look) -> str:
    """Replace references by the values of variables."""
    out: list[str] = []
    for part in parts:
        if isinstance(part, str):
            out.append(part)
            continue
        name = part.name
        if name is None:
            name = fill(part.inner, look)
            # A name with an unresolved reference names no variable.
            value = None if is_expandable(name) else look(name)
        else:
            value = look(name)
        out.append(part.written(name) if value is None else value)
    return "".join(out)


def is_expandable(text: str) -> bool:
    """Return whether a string contains a reference."""
    return "$" in text and compile_text(text) is not None


def has_variable(text: str) -> bool:
    """Return whether a string contains a closed $(reference) or @(reference).

    $(/bin/date) is not a reference, and a string that contains one is not expanded at all.
    """
    return (is_expandable(text) or ("@" in text and _has_list(text))) and has_variables(text)


def references(parts: Parts) -> Iterator[Reference]:
    """Yield the references in a string, inner ones first."""
    for part in parts:
        if not isinstance(part, str):
            yield from references(part.inner)
            yield part


def whole_reference(text: str, sigil: str = "@") -> str | None:
    """Return the name if a string is exactly one @(reference), else None."""
    return text[2:-1] if len(text) > 3 and is_bare_variable(text, sigil) else None


def _parse(text: str, depth: int = 0) -> Parts:
    parts: list[Part] = []
    if depth > _DEEPEST:
        return (text,)
    offset = 0
    while True:
        start = find_reference(text, offset)
        if start < 0:
            break
        bracket = text[start + 1]
        # Mostly the first bracket closes it; searching in Python costs a step for each letter.
        end = text.find(_CLOSING[bracket], start + 2)
        if bracket in text[start + 2 : end]:
            end = find_closing(text, start + 1)
        if end < 0:
            # Not closed: the rest is plain text.
            break
        if start > offset:
            parts.append(text[offset:start])
        inside = text[start + 2 : end]
        inner = (_parse(inside, depth + 1) or ("",)) if "$" in inside else (inside,)
        parts.append(Reference(inner, bracket))
        offset = end + 1
    if offset < len(text):
        parts.append(text[offset:])
    return tuple(parts)


def find_reference(text: str, offset: int) -> int:
    """Return the start of the next reference, or -1."""
    while True:
        offset = text.find("$", offset)
        if offset < 0 or offset + 1 >= len(text):
            return -1
        if text[offset + 1] in _CLOSING:
            return offset
        offset += 1


def find_closing(text: str, opening: int) -> int:
    """Return the bracket that closes the one at a position, or -1."""
    open_, close = text[opening], _CLOSING[text[opening]]
    depth = 0
    for offset in range(opening, len(text)):
        letter = text[offset]
        if letter == open_:
            depth += 1
        elif letter == close:
            depth -= 1
            if depth == 0:
                return offset
    return -1


def is_balanced(name: str) -> bool:
    """Return whether the brackets of indices balance."""
    start = name.find("[")
    return start < 0 or name.count("[", start) == name.count("]", start)


def _has_list(text: str) -> bool:
    offset = text.find("@")
    while offset >= 0:
        if text[offset + 1 : offset + 2] in ("(", "{") and find_closing(text, offset + 1) > 0:
            return True
        offset = text.find("@", offset + 1)
    return False
