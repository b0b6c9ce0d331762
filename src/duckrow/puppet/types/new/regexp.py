"""Regexp(pattern, escape)."""

from __future__ import annotations

from duckrow.puppet.types.new.errors import ConversionError
from duckrow.regexp import PatternError, RubyRegexp
from duckrow.regexp.show import inspected

# Characters with a meaning in a pattern, and the escapes of white space.
_ESCAPES = {char: "\\" + char for char in "[]{}()|-*.\\?+^$# "}
_ESCAPES.update({"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f", "\v": "\\v"})


def from_string(pattern: str, escape: bool = False) -> RubyRegexp:
    source = escaped(pattern) if escape else pattern
    try:
        return RubyRegexp(source)
    except PatternError as wrong:
        raise ConversionError(f"{wrong.message}: {inspected(source, 0)}") from None


def escaped(text: str) -> str:
    """Write a pattern that matches a text and nothing else."""
    return "".join(_ESCAPES.get(char, char) for char in text)


CALLS = (from_string,)
