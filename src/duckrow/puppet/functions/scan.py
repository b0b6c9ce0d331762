"""Formats that take values out of text: "%d.%d %s".

%d %u %i %x %o     whole numbers: decimal, of any base by their prefix, hexadecimal, octal
%f %e %g %a        numbers with a fraction
%s %c %[a-z]       text up to a blank, single characters, characters of a set
%%                 the sign itself

A width stands after the sign, and a star for a value that is skipped: %*3d. Blanks in a format
match any number of blanks; all other text has to be there as it is. Where the text stops to fit,
the values so far are the answer.
"""

from __future__ import annotations

import re

from duckrow.puppet.functions.number_text import leading_float, leading_integer
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DIRECTIVE = re.compile(
    r"(?P<blank>\s*)%(?:(?P<percent>%)|(?P<star>\*?)(?P<width>[0-9]*)"
    r"(?:(?P<named>\[\[:\w+:\]\])|\[(?P<set>[^\]]*)\]|(?P<letter>[diuxofegscaDIUXOFEGSCA])))"
    r"|(?P<text>[^%\s]+)"
)
_HEX = "[0-9A-Fa-f]"
_FLOAT = (
    rf"[-+]?(?:0[xX](?:\.{_HEX}+|{_HEX}+(?:\.{_HEX}*)?)[pP][-+]?[0-9]+"
    r"|[0-9]+(?![0-9.])|[0-9]*\.[0-9]*(?:[eE][-+]?[0-9]+)?)"
)
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
    """A format, taken apart."""

    __slots__ = ("_pieces",)

    def __init__(self, text: str) -> None:
        self._pieces = (
            [_piece(found) for found in _DIRECTIVE.finditer(text)] if text.strip() else []
        )

    def scan(self, text: str) -> tuple[list[Any], str]:
        """Give the values at the beginning of a text, and what of the text is left."""
        values = []
        for pattern, convert, keeps_blanks in self._pieces:
            found = pattern.match(text if keeps_blanks else text.lstrip(" \t\n\v\f\r"))
            if found is None:
                break
            value = None if convert is None else convert(found[1])
            if value is not None:
                values.append(value)
            text = found.string[found.end() :]
            if not text:
                break
        return values, text


def _piece(found: re.Match[str]) -> tuple[re.Pattern[str], Callable[[str], Any] | None, bool]:
    """Give what a piece of a format matches, what is made of it, and whether blanks count."""
    if found["text"] is not None:
        return re.compile(f"({re.escape(found['text'])})"), None, False
    if found["percent"]:
        return re.compile(r"(\s*%)"), None, False
    width = int(found["width"]) if found["width"] else None
    letter = found["letter"]
    if letter is not None and letter in "DIUOSC":  # capitals of these are plain text
        return re.compile(f"({re.escape(found[0])})"), None, False
    convert: Callable[[str], Any] = str
    if letter is None:
        source = _set(found, width)
    else:
        source, convert = _RULES[letter.lower()](width)
    keeps_blanks = letter is None or (letter == "c" and not found["blank"])
    if letter == "c" and found["blank"] and width is None:
        source = r"\s*" + source
    return _compiled(source, found[0]), None if found["star"] else convert, keeps_blanks


def _compiled(source: str, text: str) -> re.Pattern[str]:
    try:
        return re.compile(source, re.DOTALL)
    except (re.error, OverflowError) as wrong:
        raise EvaluationError(f"scanf(): '{text.strip()}' cannot be used: {wrong}") from None


def _set(found: re.Match[str], width: int | None) -> str:
    if found["named"]:
        inner = _CLASSES.get(found["named"][3:-3], "(?!)")
        return f"({inner}+)" if width is None else f"({inner}{{1,{width}}})"
    if not found["set"].strip("^"):
        raise EvaluationError("scanf(): there is nothing between the brackets of %[]")
    inner = found["set"].replace("[", "\\[").replace("\\\\[", "\\[")
    if width is not None:
        return f"([{inner}]{{1,{width}}})"
    other = inner[1:] if inner.startswith("^") else f"^{inner}"
    return f"([{inner}]+)(?=[{other}]|\\Z)"


def _decimal(width: int | None) -> tuple[str, Callable[[str], Any]]:
    if width is None:
        return r"([-+]?[0-9]+)", leading_integer
    signed = f"[-+][0-9]{{1,{width - 1}}}|" if width > 1 else ""
    return f"({signed}[0-9]{{1,{width}}})", leading_integer


def _any_base(width: int | None) -> tuple[str, Callable[[str], Any]]:
    if width is None:
        return rf"([-+]?(?:0[0-7]+|0[Xx]{_HEX}+|[1-9][0-9]*))", _by_prefix
    forms = (
        (1, "[1-9][0-9]"),
        (1, "0[0-7]"),
        (2, "[-+]0[0-7]"),
        (2, "[-+][1-9][0-9]"),
        (2, f"0[Xx]{_HEX}"),
        (3, f"[-+]0[Xx]{_HEX}"),
    )
    fitting = [f"{form}{{1,{width - size}}}" for size, form in forms if width > size]
    return f"({'|'.join([*fitting, '[0-9]'])})", _by_prefix


def _hexadecimal(width: int | None) -> tuple[str, Callable[[str], Any]]:
    if width is None:
        return rf"([-+]?(?:0[Xx])?{_HEX}+)", lambda text: int(text, 16)
    forms = ((3, f"[-+]0[Xx]{_HEX}"), (2, f"0[Xx]{_HEX}"), (1, f"[-+]{_HEX}"), (0, _HEX))
    fitting = [f"{form}{{1,{width - size}}}" for size, form in forms if width > size]
    return f"({'|'.join(fitting)})", lambda text: int(text, 16)


def _octal(width: int | None) -> tuple[str, Callable[[str], Any]]:
    if width is None:
        return "([-+]?[0-7]+)", lambda text: int(text, 8)
    signed = f"[-+][0-7]{{1,{width - 1}}}|" if width > 1 else ""
    return f"({signed}[0-7]{{1,{width}}})", lambda text: int(text, 8)


def _float(width: int | None) -> tuple[str, Callable[[str], Any]]:
    return (f"({_FLOAT})" if width is None else rf"(?={_FLOAT})(\S{{1,{width}}})"), _as_float


def _word(width: int | None) -> tuple[str, Callable[[str], Any]]:
    return (r"(\S+)" if width is None else rf"(\S{{1,{width}}})"), str


def _characters(width: int | None) -> tuple[str, Callable[[str], Any]]:
    return ("(.)" if width is None else f"(.{{1,{width}}})"), str


def _by_prefix(text: str) -> int:
    digits = text.lstrip("+-").lower()
    base = 16 if digits.startswith("0x") else 8 if digits.startswith("0") else 10
    number = int(digits, base)
    return -number if text.startswith("-") else number


def _as_float(text: str) -> float:
    if "p" in text.lower() and "x" in text.lower():
        return float.fromhex(text)
    whole = re.match(r"([-+]?[0-9]+)\.([eE][-+][0-9]+)", text)
    if whole:
        return leading_float(whole[1] + whole[2])
    return leading_float(
        f"0{text}" if text.startswith(".") else re.sub(r"^([-+])\.", r"\g<1>0.", text)
    )


_RULES: dict[str, Callable[[int | None], tuple[str, Callable[[str], Any]]]] = {
    "d": _decimal,
    "u": _decimal,
    "i": _any_base,
    "x": _hexadecimal,
    "o": _octal,
    "f": _float,
    "e": _float,
    "g": _float,
    "a": _float,
    "s": _word,
    "c": _characters,
}
