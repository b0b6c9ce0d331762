"""scanf(string, format) |$values| { }: read values from a string as a format says.

%d %u %i %x %o     integers: decimal, of any base by their prefix, hexadecimal, octal
%f %e %g %a        floats
%s %c %[a-z]       text up to a blank, single characters, characters of a set
%%                 a percent sign

A width follows the percent sign; a star skips a value: %*3d. Blanks in a format match any number of
blanks; all other text must match exactly. Where the string stops matching, the values read so far
are the result.

A directive sees only a window of its width, so the patterns below need no widths.
"""

from __future__ import annotations

import re

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


_DIRECTIVE = re.compile(
    r"(?P<blank>\s*)%(?:(?P<percent>%)|(?P<star>\*?)(?P<width>[0-9]*)"
    r"(?:\[\[:(?P<named>\w+):\]\]|\[(?P<set>[^\]]*)\]|(?P<letter>[A-Za-z])))"
    r"|(?P<text>[^%\s]+)"
)

_BLANKS = " \t\n\v\f\r"
_HEX = "[0-9A-Fa-f]"
_BINARY_EXPONENT = rf"0[xX](?:{_HEX}+\.?{_HEX}*|\.{_HEX}+)[pP][-+]?[0-9]+"
_FRACTION = r"[0-9]*\.[0-9]*(?:[eE][-+]?[0-9]+)?"
_FLOAT = rf"[-+]?(?:{_BINARY_EXPONENT}|[0-9]+(?![0-9.])|{_FRACTION})"

_CLASSES = {
    "alpha": r"[^\W\d_]",
    "digit": r"\d",
    "alnum": r"[^\W_]",
    "upper": "[A-Z]",
    "lower": "[a-z]",
    "space": r"\s",
    "xdigit": _HEX,
    "punct": "[!-/:-@\\[-`{-~]",
    "word": r"\w",
}


class Format:
    """A parsed format."""

    __slots__ = ("_pieces",)

    def __init__(self, text: str) -> None:
        self._pieces = [_Piece(found) for found in _DIRECTIVE.finditer(text)]

    def scan(self, text: str) -> tuple[list[object], str]:
        """Return the values at the start of a text and the rest of the text."""
        values: list[Any] = []
        for piece in self._pieces:
            rest = piece.take(text, values)
            if rest is None:
                break
            text = rest
            if not text:
                break
        return values, text


class _Piece:
    """A directive, or text that must match."""

    __slots__ = ("_convert", "_keeps_blanks", "_pattern", "_width")

    def __init__(self, found: re.Match[str]) -> None:
        self._width: int | None = None
        self._keeps_blanks = False
        self._convert: Callable[[str], Any] | None = None
        letter = found["letter"]
        if found["percent"]:
            self._pattern = re.compile("%")
        elif found["text"] is not None or not (letter is None or letter in _KINDS):
            self._pattern = re.compile(re.escape(found[0]))
        else:
            self._width = int(found["width"]) if found["width"] else None
            self._keeps_blanks = letter is None or (letter == "c" and not found["blank"])
            source, convert = (_set(found), str) if letter is None else _KINDS[letter]
            self._pattern = _compiled(source, found[0])
            self._convert = None if found["star"] else convert
            if letter == "c" and self._width is None:
                self._width = 1
            elif letter == "i" and self._width is not None:
                # If the window is too small for a prefix, its zero is a number.
                self._pattern = _compiled(f"{source}|[0-9]", found[0])

    def take(self, text: str, values: list[object]) -> str | None:
        """Match the start of a text; return the rest, or None."""
        if not self._keeps_blanks:
            text = text.lstrip(_BLANKS)
        found = self._pattern.match(text if self._width is None else text[: self._width])
        if found is None:
            return None
        if self._convert is not None:
            values.append(self._convert(found[0]))
        return text[found.end() :]


def _compiled(source: str, text: str) -> re.Pattern[str]:
    try:
        return re.compile(source, re.DOTALL)
    except re.error as wrong:
        raise EvaluationError(f"scanf(): '{text.strip()}' cannot be used: {wrong}") from None


def _set(found: re.Match[str]) -> str:
    if found["named"]:
        return _CLASSES.get(found["named"], "(?!)") + "+"
    if not found["set"].strip("^"):
        raise EvaluationError("scanf(): there is nothing between the brackets of %[]")
    inner = found["set"].replace("[", "\\[").replace("\\\\[", "\\[")
    return f"[{inner}]+"


def _by_prefix(text: str) -> int:
    digits = text.lstrip("+-").lower()
    base = 16 if digits.startswith("0x") else 8 if digits.startswith("0") else 10
    number = int(digits, base)
    return -number if text.startswith("-") else number


def _as_float(text: str) -> float:
    if "x" in text.lower():
        return float.fromhex(text)
    # Python needs digits on both sides of the point.
    whole, point, rest = text.partition(".")
    if point and not rest[:1].isdigit():
        rest = f"0{rest}"
    return leading_fraction(f"{whole if whole[-1:].isdigit() else whole + '0'}{point}{rest}")


_DECIMAL = (r"[-+]?[0-9]+", leading_integer)
_REAL = (_FLOAT, _as_float)

_KINDS: dict[str | None, tuple[str, Callable[[str], Any]]] = {
    "d": _DECIMAL,
    "u": _DECIMAL,
    "i": (rf"[-+]?(?:0[Xx]{_HEX}+|0[0-7]+|[1-9][0-9]*)", _by_prefix),
    "x": (rf"[-+]?(?:0[Xx])?{_HEX}+", lambda text: int(text, 16)),
    "o": ("[-+]?[0-7]+", lambda text: int(text, 8)),
    "s": (r"\S+", str),
    "c": (".+", str),
    **dict.fromkeys("aefgAEFG", _REAL),
}

_KINDS["X"] = _KINDS["x"]


def _scanf(_scope: Scope, text: str, form: str, block: Block | None = None) -> object:
    found, _ = Format(form).scan(text)
    return found if block is None else block(found)


SCANF = Function("scanf", Form("String data", "String format", "&?Callable block", run=_scanf))
