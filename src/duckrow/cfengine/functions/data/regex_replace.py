"""regex_replace(text, pattern, replacement, options)."""

from __future__ import annotations

import re

from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.regexp.errors import PatternError
from duckrow.regexp.pcre.pattern import narrow, widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.pcre.patterns import Patterns

    # A text, or the number of a group.
    Piece = str | int
    from duckrow.cfengine.evaluation.context import Context


_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a", "e": "\x1b", "0": "\0"}
_OPTIONS = "imsx"

_TOKEN = re.compile(
    r"""(\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\((?:\?[^:)]*[:)]|\?)?|.)
        ([*+?]|\{\d+(?:,\d*)?\})?([?+]?)""",
    re.VERBOSE | re.DOTALL,
)


def substitute(patterns: Patterns, text: str, wanted: str, replacement: str, options: str) -> str:
    """Replace the first match, or all with the option `g`. Raise PatternError."""
    inline = "".join(letter for letter in _OPTIONS if letter in options)
    # `^`, `$` and `.` have their default meaning here.
    off = "".join(letter for letter in "ms" if letter not in options)
    if "U" in options:
        wanted = _swap_greediness(wanted)
    flags = f"(?{inline}-{off})" if off else f"(?{inline})" if inline else ""
    found = patterns.read(f"{flags}{wanted}")
    replacement, text = widen(replacement), widen(text)
    pieces: list[Piece] = [replacement] if "T" in options else _read(replacement, found.group_count)
    out: list[str] = []
    done = offset = 0
    while (match := found.search_wide(text, offset)) is not None:
        start, end = match.span()
        out.append(text[done:start])
        out += [_text(piece, match) for piece in pieces]
        done = end
        if "g" not in options:
            break
        if end == offset:
            if offset >= len(text):
                break
            offset += 1
        else:
            offset = end
    # cf-agent ends a text at a zero byte.
    return narrow(("".join(out) + text[done:]).partition("\0")[0])


def _text(piece: Piece, match: re.Match[str]) -> str:
    if isinstance(piece, str):
        return piece
    return "" if piece > len(match.groups()) else match.group(piece) or ""


def _read(replacement: str, groups: int) -> list[Piece]:
    """Parse a replacement; $& is the match, $+ the last group, $' and $` are empty."""
    signs: dict[str, Piece] = {"+": groups, "&": 0, "'": "", "`": ""}
    out: list[Piece] = []
    is_quoted = False
    offset = 0
    while offset < len(replacement):
        char = replacement[offset]
        following = replacement[offset + 1 : offset + 2]
        offset += 1
        if char == "\\" and following not in tuple("123456789"):
            if is_quoted:
                out.append(char)
                is_quoted = False
            elif following in _ESCAPES:
                out.append(_ESCAPES[following])
                offset += 1
            else:
                is_quoted = True
            continue
        if char in "\\$" and not is_quoted and following:
            number = re.compile(r"\d+", re.ASCII).match(replacement, offset)
            if number is not None:
                out.append(saturated(number[0]))
                offset = number.end()
                continue
            if char == "$" and following in signs:
                out.append(signs[following])
                offset += 1
                continue
        out.append(char)
        is_quoted = False
    return out


def _swap_greediness(wanted: str) -> str:
    """Swap greedy and lazy quantifiers."""

    def turn(match: re.Match[str]) -> str:
        token, quantifier, mark = match.groups()
        if not quantifier:
            return match[0]
        return f"{token}{quantifier}" + {"": "?", "?": ""}.get(mark, mark)

    return _TOKEN.sub(turn, wanted)


def regex_replace(context: Context, arguments: list[str]) -> str:
    """Replace the first match, or all with `g`."""
    text, wanted, replacement, options = arguments
    try:
        return substitute(context.patterns, text, wanted, replacement, options)
    except PatternError:
        raise FunctionFailed(
            f"regex_replace: couldn't use regex '{wanted}', replacement '{replacement}', "
            f"and options '{options}': "
            "error=(pcre_wrap:) Everything's just fine. Thanks for asking."
        ) from None
