r"""The value of a quoted string.

A backslash before a backslash or a quote is removed; before a line end both are removed and the
next character is taken literally. Any other backslash stays: `\n` is two characters.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"""\\(?:([\\"'])|\n([\s\S]))""")


def unescape(inner: str) -> str:
    """Return the value of the text between quotes."""
    return _ESCAPE.sub(_escaped_character, inner) if "\\" in inner else inner


def _escaped_character(found: re.Match[str]) -> str:
    return found.group(found.lastindex or 0)


def string_value(token: str) -> tuple[str, int | None]:
    """Return the value of a quoted string, and how much of it was read if that is not all.

    The reference finds the end of a string twice, and by two rules: after a backslash and a line
    end, a second backslash escapes nothing. It then ends the string one character late. For a
    string without an end, the amount read is 0.
    """
    quote = token[0]
    out: list[str] = []
    at, end = 1, len(token)
    while at < end:
        character = token[at]
        if character == quote:
            return "".join(out), None if at + 1 == end else at + 2
        if character == "\\" and at + 1 < end:
            after = token[at + 1]
            if after == "\n":
                at += 2
            elif after in "\\\"'":
                at += 1
            character = token[at : at + 1]
        out.append(character)
        at += 1
    return "".join(out), 0
