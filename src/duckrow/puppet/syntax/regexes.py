"""Regular expressions as Ruby checks and shows them.

The reference passes a literal to Ruby while lexing, so a pattern that Ruby rejects is a lexer
error, in Ruby's words. Messages quote patterns as Ruby would.
"""

from __future__ import annotations

from duckrow.regexp.check import fault
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_NEEDS_ESCAPES = LazyPattern(r"[/\x00-\x1f\x7f]")
_PIECE = LazyPattern(r"(?s)\\.|[/\x00-\x08\x0e-\x1f\x7f]|[^\x00-\x7f]")
_OPTIONS = LazyPattern(r"\(\?([mix]*)(?:-([mix]*))?")
_SHORTEST_WITH_OPTIONS = 4


def pattern_of(literal: str) -> str:
    r"""Return the pattern between the slashes, with \/ read as /."""
    return literal[1:-1].replace("\\/", "/")


def is_sound(literal: str) -> bool:
    """Return whether Ruby accepts a literal as a regular expression."""
    return fault(pattern_of(literal)) is None


def fault_of(literal: str) -> tuple[str, int]:
    """Return Ruby's message about an invalid literal, and the offset of the fault."""
    pattern = pattern_of(literal)
    found = fault(pattern)
    assert found is not None
    message, offset = found
    at = 1
    for char in pattern[:offset]:
        at += 2 if char == "/" else 1  # it was written \/
    return f"{message}: /{_with_escapes(pattern)}/", min(at, len(literal) - 1)


def as_ruby_shows(literal: str) -> str:
    """Write a valid literal as Ruby writes the value: (?-mix:pattern), options extracted."""
    pattern = pattern_of(literal)
    on, inside = _options_of(pattern)
    off = "".join(letter for letter in "mix" if letter not in on)
    shown = _with_escapes(inside, keep_unicode=True)
    return f"(?{on}{'-' if off else ''}{off}:{shown})"


def _options_of(pattern: str) -> tuple[str, str]:
    """Remove the options that apply to a whole pattern: (?i)a and (?i:a), but not (?i:a)b."""
    on: set[str] = set()
    rest = pattern
    while len(rest) >= _SHORTEST_WITH_OPTIONS and rest.startswith("(?"):
        match = _OPTIONS.match(rest)
        assert match is not None
        on = (on | set(match[1])) - set(match[2] or "")
        if rest.startswith(")", match.end()):
            rest = rest[match.end() + 1 :]
            continue
        inside = rest[match.end() + 1 : -1]
        if rest.startswith(":", match.end()) and rest[-1] == ")" and fault(inside) is None:
            return _in_order(on), inside
        return "", pattern
    return _in_order(on), rest


def _in_order(options: set[str]) -> str:
    return "".join(letter for letter in "mix" if letter in options)


def _with_escapes(pattern: str, keep_unicode: bool = False) -> str:
    """Escape unprintable characters; other alphabets only if there is more to escape."""
    if not _NEEDS_ESCAPES.search(pattern):
        return pattern

    def replace(match: re.Match[str]) -> str:
        piece: str = match[0]
        if len(piece) > 1:
            return piece  # escaped already
        if piece == "/":
            return "\\/"
        code = ord(piece)
        if code < 0x80:
            return f"\\x{code:02X}"
        if keep_unicode:
            return piece
        return f"\\u{code:04X}" if code <= 0xFFFF else f"\\u{{{code:X}}}"

    return _PIECE.sub(replace, pattern)
