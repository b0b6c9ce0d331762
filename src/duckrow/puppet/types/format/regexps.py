"""Regular expressions as text.

The reference shows the options of an expression that has any.
"""

from __future__ import annotations

from duckrow.regexp import DOT_ALL, EXTENDED, IGNORE_CASE
from duckrow.regexp.show import between_slashes, has_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp import RubyRegexp

_LETTERS = {"i": IGNORE_CASE, "m": DOT_ALL, "x": EXTENDED}


def regexp_with_slashes(value: RubyRegexp) -> str:
    """Write an expression between slashes."""
    return between_slashes(value.source, value.flags)


def regexp_without_slashes(value: RubyRegexp) -> str:
    """Return the source text of a regular expression."""
    if not has_options(value.source, value.flags):
        return value.source
    on = "".join(letter for letter, flag in _LETTERS.items() if value.flags & flag)
    off = "".join(letter for letter in _LETTERS if letter not in on)
    return f"(?{on}{'-' if off else ''}{off}:{value.source})"
