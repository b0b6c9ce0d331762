"""Regular expressions as text.

The reference shows the options of an expression that has any. Manifests cannot give options, but
its platform sets one by itself: it ties an expression to Unicode if there are characters beyond
ASCII in it, written or escaped, or character properties.
"""

from __future__ import annotations

from duckrow.regexp import DOT_ALL, EXTENDED, IGNORE_CASE
from duckrow.regexp.show import inspected, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp import RubyRegexp

_ESCAPE = (
    r"(?s)\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F\s]*)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([pP])|.)"
)
_LETTERS = {"i": IGNORE_CASE, "m": DOT_ALL, "x": EXTENDED}


def regexp_with_slashes(value: RubyRegexp) -> str:
    """Write an expression between slashes."""
    if _has_options(value):
        return f"/{shown(value.source, value.flags)}/"
    return inspected(value.source, 0)


def regexp_without_slashes(value: RubyRegexp) -> str:
    """Write an expression as the text it was made of."""
    if not _has_options(value):
        return value.source
    on = "".join(letter for letter, flag in _LETTERS.items() if value.flags & flag)
    off = "".join(letter for letter in _LETTERS if letter not in on)
    return f"(?{on}{'-' if off else ''}{off}:{value.source})"


def _has_options(value: RubyRegexp) -> bool:
    return bool(value.flags) or _is_tied_to_unicode(value.source)


def _is_tied_to_unicode(source: str) -> bool:
    if not source.isascii():
        return True
    if "\\" not in source:
        return False
    import re

    for match in re.finditer(_ESCAPE, source):
        unicode, several, byte, octal, is_property = match.groups()
        codes = (several or unicode or byte or "0").split()
        if is_property or int(octal or "0", 8) > 0x7F:
            return True
        if any(int(code, 16) > 0x7F for code in codes):
            return True
    return False
