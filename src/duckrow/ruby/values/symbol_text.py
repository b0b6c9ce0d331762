"""Symbols as Ruby's `inspect` shows them: with a colon, and in quotes where the name needs them."""

from __future__ import annotations

import re

from duckrow.ruby.values.quoting import inspect_text

# Names that need no quotes: those of variables, methods and operators.
_PLAIN = re.compile(
    r"(?:(?:@@?|\$)?[^\W\d]\w*|[^\W\d]\w*[?!=]|\$(?:[~*$?!@/\\;,.=:<>\"&`'+0_]|\d+|-\w)"
    r"|\[\]=?|\*\*|[+\-!~]@?|[*/%<>&|^`]|<=>|===?|=~|!=|!~|<=|>=|<<|>>)"
)


def inspect_symbol(name: str) -> str:
    """Show the symbol of a name."""
    if _PLAIN.fullmatch(name):
        return f":{name}"
    quoted = inspect_text(name)
    if name.isascii():
        # Ruby gives such a symbol the encoding US-ASCII, which has bytes only.
        quoted = re.sub(r"(?<!\\)((?:\\\\)*)\\u00", r"\1\\x", quoted)
    return f":{quoted}"
