"""The meaning of an unquoted YAML scalar, by the rules of Ruby's reader.

These are the rules of YAML 1.1 with some differences: 0644 is octal and 089 a string, 1,000 and
1_000 are numbers, 1:30:00 is sexagesimal, :word is a symbol, and y and n are strings. Dates and
times are recognized and rejected, since Puppet data has none.
"""

from __future__ import annotations

import re

from duckrow.data.errors import DataError
from duckrow.data.symbol import Symbol

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

_wordlike = re.compile(r"^[^\d.:-]?(?:[^\W\d]|[\s!@#$%^&*(){}<>|/\\~;=])+", re.MULTILINE).search
_other_start = re.compile(r"^[^ytonf~]", re.MULTILINE | re.IGNORECASE).search
_null = re.compile(r"^null$", re.MULTILINE | re.IGNORECASE).search
_true = re.compile(r"^(?:yes|true|on)$", re.MULTILINE | re.IGNORECASE).search
_false = re.compile(r"^(?:no|false|off)$", re.MULTILINE | re.IGNORECASE).search
_time = re.compile(
    r"-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?"
    r"(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?",
    re.ASCII,
).fullmatch
_date = re.compile(r"\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)", re.ASCII).fullmatch
_infinite = re.compile(r"([-+]?)\.inf", re.IGNORECASE).fullmatch
_symbol = re.compile(r"""^:(["'])(.*)\1""").match
_sixties = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}").fullmatch
_sixties_float = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}\.[0-9_]*").fullmatch
_float = re.compile(r"[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?").fullmatch
_integer = re.compile(
    r"[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)"
    r"|[-+]?0x[0-9a-fA-F_,]+"
).fullmatch
_only_point = re.compile(r"[-+]?\.").fullmatch
_point = re.compile(r"[,_]|\.([Ee]|$)").sub


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
    if _wordlike(text) or "\n" in text:
        return _word(text)
    return _number_or_other(text)


def _word(text: str) -> Any:
    if len(text) > 5 or _other_start(text):
        return text
    if text == "~" or _null(text):
        return None
    if _true(text):
        return True
    return False if _false(text) else text


def _number_or_other(text: str) -> object:
    if _integer(text):
        # Only 1:30 could still match a rule, and that has a colon.
        return whole(text)
    if _time(text):
        raise DisallowedClassError("Time")
    if _date(text):
        raise DisallowedClassError("Date")
    if infinite := _infinite(text):
        return float("-inf") if infinite[1] == "-" else float("inf")
    if text.lower() == ".nan":
        return float("nan")
    if text[0] == ":" and len(text) > 1:
        quoted = _symbol(text)
        return Symbol(quoted[2].removeprefix(":") if quoted else text[1:])
    if _sixties(text):
        return sum(
            _leading_int(part) * 60 ** abs(position - 2)
            for position, part in enumerate(text.split(":"))
        )
    if _sixties_float(text):
        return sum(
            (
                float(part.replace("_", "") or 0) * 60 ** abs(position - 2)
                for position, part in enumerate(text.split(":"))
            ),
            0.0,
        )
    if _float(text):
        return text if _only_point(text) else real(text)
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
    digits = _point(lambda match: match[1] or "", text)
    try:
        return float(digits)
    except ValueError:
        raise DataError(f'invalid value for Float(): "{digits}"') from None


def _leading_int(text: str) -> int:
    return int(text.rstrip("_") or 0)
