"""Ruby's two ways to write a regular expression: to_s and inspect."""

from __future__ import annotations

from duckrow.regexp.check import fault
from duckrow.regexp.nodes import DOT_ALL, EXTENDED, IGNORE_CASE
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_OPTIONS = {"m": DOT_ALL, "i": IGNORE_CASE, "x": EXTENDED}
_LEADING = LazyPattern(r"\(\?([mix]*)(?:-([mix]*))?(\)|:)")
_ESCAPE = LazyPattern(
    r"(?s)\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F\s]*)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([pP])|.)"
)
# Characters that are escaped: a slash, and unprintable characters other than white space.
_WRITTEN = LazyPattern(r"(?s)\\.|/|[\x00-\x08\x0e-\x1f\x7f]")


def shown(source: str, flags: int) -> str:
    """Return the (?-mix:...) form, which means the same inside another expression."""
    body, options = _unwrapped(source, flags)
    on = "".join(letter for letter, option in _OPTIONS.items() if options & option)
    off = "".join(letter for letter in _OPTIONS if letter not in on)
    return f"(?{on}{'-' if off else ''}{off}:{_slashed(body)})"


def between_slashes(source: str, flags: int) -> str:
    """Return the form between slashes, with the options inside it if there are any."""
    return f"/{shown(source, flags)}/" if has_options(source, flags) else inspected(source, 0)


def has_options(source: str, flags: int) -> bool:
    """Return whether an expression has options, including the one that Ruby sets by itself.

    Ruby fixes the encoding of an expression that has characters beyond ASCII, literal or escaped,
    or character properties.
    """
    return bool(flags) or _is_tied_to_unicode(source)


def _is_tied_to_unicode(source: str) -> bool:
    if not source.isascii():
        return True
    if "\\" not in source:
        return False
    for match in _ESCAPE.finditer(source):
        unicode, several, byte, octal, is_property = match.groups()
        codes = (several or unicode or byte or "0").split()
        if is_property or int(octal or "0", 8) > 0x7F:
            return True
        if any(int(code, 16) > 0x7F for code in codes):
            return True
    return False


def inspected(source: str, flags: int) -> str:
    """Return the form between slashes."""
    letters = "".join(letter for letter, option in _OPTIONS.items() if flags & option)
    return f"/{_slashed(source)}/{letters}"


def _unwrapped(source: str, flags: int) -> tuple[str, int]:
    """Return the source without leading options, and the options of the whole."""
    body, options = source, flags
    while len(body) >= 4 and body.startswith("(?"):
        leading = _LEADING.match(body)
        if leading is None:
            return source, flags
        for letter in leading[1]:
            options |= _OPTIONS[letter]
        for letter in leading[2] or "":
            options &= ~_OPTIONS[letter]
        if leading[3] == ":":
            inner = body[leading.end() : -1]
            is_whole = body.endswith(")") and fault(inner) is None
            return (inner, options) if is_whole else (source, flags)
        body = body[leading.end() :]
    return body, options


def _slashed(source: str) -> str:
    return _WRITTEN.sub(_written, source)


def _written(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] == "\\":
        return text
    return "\\/" if text == "/" else f"\\x{ord(text):02X}"
