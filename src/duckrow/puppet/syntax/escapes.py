"""Backslash escapes in strings.

Each kind of string has its own set of escapes: two in single quotes, many in double quotes, and in
a heredoc those of its tag. An unknown escape stays as it is; in double quotes it gives a warning.
"""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

LINE_BREAKS = frozenset(("\n", "\r\n"))
DOUBLE_QUOTED = frozenset("\\$'\"rntsu") | LINE_BREAKS

_SINGLE = LazyPattern(r"\\([\\'])")
_ESCAPE = LazyPattern(r"\\([^\r\n]|\r?\n)")
# A \u counts only if the backslash itself is not escaped.
_UNICODE = LazyPattern(r"(?m)((?:[^\\]|^)(?:\\\\)*)\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})")
_SIMPLE = {"r": "\r", "n": "\n", "t": "\t", "s": " ", "\n": "", "\r\n": "", "u": "\\u"}
_LARGEST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def run_up_to(marks: str) -> LazyPattern:
    """Return a pattern for text up to one of some unescaped marks.

    It matches a bounded number of backslashes at once, since each of them takes memory.
    """
    return LazyPattern(rf"(?s)[^{marks}\\]*+(?:\\.[^{marks}\\]*+){{0,1000}}")


def end_of_run(run: LazyPattern, text: str, start: int) -> int:
    """Return the offset at which a run of text ends: at a mark, or at the end of the text."""
    while True:
        match = run.match(text, start)
        assert match is not None
        if match.end() == start:
            return start
        start = match.end()


class BadUnicodeEscapeError(ValueError):
    r"""A \u escape that names no character."""


def unescape_single(text: str) -> str:
    """Resolve the two escapes of a single-quoted string."""
    return _SINGLE.sub(r"\1", text)


def unescape(
    text: str, escapes: frozenset[str], report: Callable[[str, str], None] | None = None
) -> str:
    """Resolve escapes; call `report` with the code and the character of each problem."""
    if "u" in escapes:
        # Adjacent escapes share a character, so one pass may leave some for the next.
        while "\\u" in text:
            text, count = _UNICODE.subn(_character, text)
            if not count:
                break

    def replace(match: re.Match[str]) -> str:
        char: str = match[1]
        if char in escapes:
            if char == "u" and report is not None:
                report("illegal-unicode-escape", char)
            return _SIMPLE.get(char, char)
        if report is not None:
            report("unrecognized-escape", char)
        return match[0]

    return _ESCAPE.sub(replace, text)


def _character(match: re.Match[str]) -> str:
    code = int(match[2] or match[3], 16)
    if code > _LARGEST or code in _SURROGATES:
        raise BadUnicodeEscapeError(match[0])
    return match[1] + chr(code)
