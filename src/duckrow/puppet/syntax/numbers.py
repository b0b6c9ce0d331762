"""Numbers, and errors in numbers.

The reference looks for something like a number and checks it. If it finds none at a digit, it takes
the word there, with the digits before a dot if there is one, and checks that.
"""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

_NUMBER = LazyPattern(r"(?a)(?:0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)\b")
_NUMBER_LIKE = LazyPattern(r"(?a)[\w.-]+")
_WORD = LazyPattern(r"(?a)\w+")
_HEX = LazyPattern(r"0[xX][0-9A-Fa-f]+")
_OCTAL = LazyPattern(r"0[0-7]+")
_DECIMAL_START = LazyPattern(r"[0-9]+[eE.]")
_DECIMAL = LazyPattern(r"[0-9]+(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?")
_WHOLE = LazyPattern(r"[0-9]+")
# Besides letters, marks and digits, Ruby counts these as word characters.
_WORD_CATEGORIES = frozenset(("Mn", "Mc", "Me", "Nd", "Nl", "Pc"))
_MORE_WORD_CHARACTERS = LazyPattern(
    "[\xb2\xb3\xb9\xbc-\xbe\u24b6-\u24e9"
    "\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]"
)


def match_number(text: str, start: int) -> str | None:
    """Return the text at an offset that has the form of a number.

    Its digits are ASCII, but it ends where a word ends in any alphabet.
    """
    like = _NUMBER_LIKE.match(text, start)
    assert like is not None
    follows = text[like.end() : like.end() + 1]
    number = _NUMBER.match(like[0] + "z" if _is_part_of_word(follows) else like[0])
    return None if number is None else number[0]


def _is_part_of_word(char: str) -> bool:
    if char < "\x80" or char.isalpha():
        return char.isalpha()
    from unicodedata import category

    return category(char) in _WORD_CATEGORIES or _MORE_WORD_CHARACTERS.match(char) is not None


def number_error(text: str, start: int) -> tuple[str, int, str]:
    """Return the code, the location and the text of an invalid number at an offset."""
    number = match_number(text, start)
    code = None if number is None else number_fault(number)
    if number is not None and code is not None:
        return code, start, number
    word = _WORD.match(text, start)
    assert word is not None
    end, value = word.end(), word[0]
    if start > 1 and text[start - 1] == ".":
        # This may be the fraction of an invalid decimal number: show the number from its start.
        digits = start - 2
        while digits >= 0 and text[digits].isascii() and text[digits].isdigit():
            start = digits
            digits -= 1
        value = text[start:end]
    code = number_fault(value)
    if code is not None:
        return code, start, value
    return "illegal-number", start + 1, value


def number_fault(value: str) -> str | None:
    """Return the error of a number, or None."""
    if value[:2] in ("0x", "0X"):
        return None if _HEX.fullmatch(value) else "invalid-hex-number"
    if value[0] == "0" and value[1:2] not in ("", "."):
        return None if _OCTAL.fullmatch(value) else "invalid-octal-number"
    if _DECIMAL_START.match(value):
        return None if _DECIMAL.fullmatch(value) else "invalid-decimal-number"
    return None if _WHOLE.fullmatch(value) else "illegal-number"
