"""The meaning of an unquoted YAML scalar, by the rules of Ruby's reader.

These are the rules of YAML 1.1 with some differences: 0644 is octal and 089 a string, 1,000 and
1_000 are numbers, 1:30:00 is sexagesimal, :word is a symbol, and y and n are strings. Dates and
times are recognized and rejected, since Puppet data has none.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.symbol import Symbol
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class DisallowedClassError(DataError):
    """A value of a kind that data may not contain."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"Tried to load unspecified class: {kind}")


_WORDS: dict[str, bool | None] = {
    "null": None,
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}
_NO_MARK = object()

_WORDLIKE = LazyPattern(r"(?m)^[^\d.:-]?(?:[^\W\d]|[\s!@#$%^&*(){}<>|/\\~;=])+")
_OTHER_START = LazyPattern(r"(?mi)^[^ytonf~]")
_NULL = LazyPattern(r"(?mi)^null$")
_TRUE = LazyPattern(r"(?mi)^(?:yes|true|on)$")
_FALSE = LazyPattern(r"(?mi)^(?:no|false|off)$")
_TIME = LazyPattern(
    r"(?a)-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?"
    r"(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?"
)
_DATE = LazyPattern(r"(?a)\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)")
_INFINITE = LazyPattern(r"(?i)([-+]?)\.inf")
_SYMBOL = LazyPattern(r"""^:(["'])(.*)\1""")
_SIXTIES = LazyPattern(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}")
_SIXTIES_FLOAT = LazyPattern(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}\.[0-9_]*")
_FLOAT = LazyPattern(r"[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?")
_INTEGER = LazyPattern(
    r"[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)"
    r"|[-+]?0x[0-9a-fA-F_,]+"
)
_ONLY_POINT = LazyPattern(r"[-+]?\.")
_POINT = LazyPattern(r"[,_]|\.([Ee]|$)")


def scalar(text: str) -> Any:
    """Return the value of an unquoted scalar."""
    if not text:
        return None
    first = text[0]
    if (first.isalpha() or first == "~") and "\n" not in text:
        # Nearly all scalars end here.
        if len(text) > 5 or first not in "ytonfYTONF~":
            return text
        found = _WORDS.get(text.lower(), _NO_MARK)
        if found is not _NO_MARK:
            return found
        return None if text == "~" else text
    if text.isdigit() and text.isascii() and (first != "0" or len(text) == 1):
        return whole(text)
    if _WORDLIKE.search(text) or "\n" in text:
        return _word(text)
    return _number_or_other(text)


def _word(text: str) -> Any:
    if len(text) > 5 or _OTHER_START.search(text):
        return text
    if text == "~" or _NULL.search(text):
        return None
    if _TRUE.search(text):
        return True
    return False if _FALSE.search(text) else text


def _number_or_other(text: str) -> object:
    if _INTEGER.fullmatch(text):
        # Only 1:30 could still match a rule, and that has a colon.
        return whole(text)
    if _TIME.fullmatch(text):
        raise DisallowedClassError("Time")
    if _DATE.fullmatch(text):
        raise DisallowedClassError("Date")
    if infinite := _INFINITE.fullmatch(text):
        return float("-inf") if infinite[1] == "-" else float("inf")
    if text.lower() == ".nan":
        return float("nan")
    if text[0] == ":" and len(text) > 1:
        quoted = _SYMBOL.match(text)
        return Symbol(quoted[2].removeprefix(":") if quoted else text[1:])
    if _SIXTIES.fullmatch(text):
        return sum(
            _leading_int(part) * 60 ** abs(position - 2)
            for position, part in enumerate(text.split(":"))
        )
    if _SIXTIES_FLOAT.fullmatch(text):
        return sum(
            (
                float(part.replace("_", "") or 0) * 60 ** abs(position - 2)
                for position, part in enumerate(text.split(":"))
            ),
            0.0,
        )
    if _FLOAT.fullmatch(text):
        return text if _ONLY_POINT.fullmatch(text) else real(text)
    return text


def whole(text: str) -> int:
    """Parse an integer: 12, 0x1f, 0b11, or octal with a leading 0."""
    digits = text.replace(",", "").replace("_", "")
    sign, body = (digits[0], digits[1:]) if digits[0] in "+-" else ("", digits)
    base = 10
    if body[:2] in ("0x", "0b"):
        base = 16 if body[1] == "x" else 2
        body = body[2:]
    elif body[0] == "0" and len(body) > 1:
        base = 8
    try:
        return int(sign + body, base)
    except ValueError:
        if len(body) > 4000:
            raise DataError(f"a number has {len(body)} digits, which is too many") from None
        raise DataError(f'invalid value for Integer(): "{digits}"') from None


def real(text: str) -> float:
    """Parse a decimal number."""
    digits = _POINT.sub(lambda match: match[1] or "", text)
    try:
        return float(digits)
    except ValueError:
        raise DataError(f'invalid value for Float(): "{digits}"') from None


def _leading_int(text: str) -> int:
    return int(text.rstrip("_") or 0)
