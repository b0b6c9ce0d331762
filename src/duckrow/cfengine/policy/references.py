"""Strings with references to variables."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Report = Callable[[str], None]

_CLOSING = {"(": ")", "{": "}"}


def is_bare_variable(text: str, sign: str) -> bool:
    """Return whether a string is exactly one variable; brackets are only counted."""
    if len(text) < 3 or text[0] != sign or _CLOSING.get(text[1]) != text[-1]:
        return False
    depth = 0
    last = len(text) - 1
    for at, character in enumerate(text):
        if character in "({":
            depth += 1
        elif character in ")}":
            depth -= 1
            if depth == 0 and at != last:
                return False
    return depth == 0


def has_variables(text: str, report: Report | None = None) -> bool:
    """Return whether a string has variables; an unclosed bracket is an error."""
    if "$" not in text and "@" not in text:
        return False
    left = right = "x"
    is_open = False
    depth = found = 0
    for at, sign in enumerate(text):
        if sign in "$@":
            if text[at + 1 : at + 2] in ("(", "{"):
                is_open = True
        elif sign in "({":
            if is_open:
                left = sign
                depth += 1
        elif sign in ")}" and is_open:
            right = sign
            depth -= 1
        if depth > 0 and sign == "/":
            return False
        if is_open and depth == 0 and (left, right) in (("(", ")"), ("{", "}")):
            found += 1
            is_open = False
    if is_open and depth != 0:
        if report is not None:
            report(f"Broken variable syntax or bracket mismatch in string ({text})")
        return False
    return found != 0
