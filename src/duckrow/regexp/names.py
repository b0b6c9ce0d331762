r"""Parses names and numbers of groups: (?<name>, \k<name>, \g<-1>, (?(<name>).

A name may have any character but the one that closes it and the closing parenthesis. A reference to
a group may be a number, counted backwards if negative.
"""

from __future__ import annotations

from duckrow.regexp.classes import shortened
from duckrow.regexp.errors import PatternError
from duckrow.source.lazy_pattern import LazyPattern

CLOSERS = {"<": ">", "'": "'", "(": ")"}
MAX_NUMBER = 0x7FFFFFFF
_DIGITS = LazyPattern("[0-9]+")
_STOPS = {closer: LazyPattern(f"[{closer})]") for closer in ">')"}
_LEVEL_STOPS = {closer: LazyPattern(f"[-+{closer})]") for closer in ">'"}


class GroupName:
    """The part between the brackets: a name, or a number that is not 0."""

    __slots__ = ("end", "has_level", "name", "number")

    def __init__(self, name: str, number: int, end: int, has_level: bool = False) -> None:
        self.name = name
        self.number = number
        self.end = end
        self.has_level = has_level


def read_name(text: str, start: int, opener: str, *, is_reference: bool) -> GroupName:
    """Parse a name that begins at `start`, behind its opening character."""
    closer = CLOSERS[opener]
    if start == len(text) or text[start] == closer:
        raise PatternError("group name is empty", start)
    first = text[start]
    is_number = first == "-" or first in "0123456789"
    if is_number and not is_reference:
        raise _invalid(text, start, _end_of_bad_name(text, start + 1, closer))
    stop = _STOPS[closer].search(text, start + 1)
    end = stop.start() if stop else len(text)
    if is_number:
        _demand_digits(text, start, end, closer)
    if stop is None or stop[0] != closer:
        raise _invalid(text, start, len(text))
    number = 0
    if is_number:
        number = _number(text, start, end)
        if number == 0:
            raise _invalid(text, start, end)
    return GroupName(text[start:end], number, end + 1)


def _demand_digits(text: str, start: int, end: int, closer: str) -> None:
    begin = start + (text[start] == "-")
    if begin == end and end < len(text):
        raise _invalid(text, start, _end_of_bad_name(text, end + 1, closer))
    digits = _DIGITS.match(text, begin, end)
    stop = digits.end() if digits else begin
    if stop >= end:
        return
    is_word = text[stop] == "_" or text[stop].isalnum()
    what = "invalid group name" if is_word else "invalid char in group name"
    raise _invalid(text, start, _end_of_bad_name(text, stop + 1, closer), what)


def _end_of_bad_name(text: str, offset: int, closer: str) -> int:
    """Return the end of the part of an invalid name that the message shows."""
    stop = _STOPS[closer].search(text, offset)
    # A closing character at the very end of the pattern is shown too.
    return stop.start() if stop and stop.end() < len(text) else len(text)


def read_name_with_level(text: str, start: int, opener: str) -> GroupName:
    """Parse the name of a back reference, which may have a level of recursion: name+1."""
    closer = CLOSERS[opener]
    if start == len(text) or text[start] == closer:
        raise PatternError("group name is empty", start)
    first = text[start]
    if first in "+-" and start + 1 == len(text):
        raise _invalid(text, start, start + 1, "invalid char in group name")
    is_number = first == "-" or first in "0123456789"
    stop = _LEVEL_STOPS[closer].search(text, start + 1)
    end = stop.start() if stop else max(start, len(text) - 1)
    if is_number:
        begin = start + (first == "-")
        scanned = stop.start() if stop else len(text)
        digits = _DIGITS.match(text, begin, scanned)
        if begin < scanned or stop is not None:
            is_number = digits is not None and digits.end() == scanned
        if not is_number:
            raise _invalid(text, start, end)
    behind = stop.end() if stop else len(text)
    has_level = False
    if stop is None or stop[0] != closer:
        if stop is None or stop[0] == ")":
            raise _invalid(text, start, len(text))
        if behind == len(text):
            raise _invalid(text, start, end, "invalid char in group name")
        level = _DIGITS.match(text, behind)
        if level is None:
            raise _invalid(text, start, len(text))
        if int(level[0]) > MAX_NUMBER:
            raise PatternError("too big number", start)
        if not text.startswith(closer, level.end()):
            raise _invalid(text, start, len(text))
        has_level = True
        behind = level.end() + 1
    number = 0
    if is_number:
        number = _number(text, start, end)
        if number == 0:
            raise _invalid(text, start, len(text))
    return GroupName(text[start:end], number, behind, has_level)


def _number(text: str, start: int, end: int) -> int:
    digits = text[start:end]
    number = int(digits) if len(digits) < 20 else MAX_NUMBER + 1
    if abs(number) > MAX_NUMBER:
        raise PatternError("too big number", start)
    return number


def _invalid(text: str, start: int, end: int, what: str = "invalid group name") -> PatternError:
    return PatternError(f"{what} <{shortened(text[start:end])}>", start)
