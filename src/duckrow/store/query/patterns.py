"""Regular expressions of PostgreSQL, for SQLite, which has none.

    matcher("^web[[:digit:]]+$")("web1")        True

The syntax is that of PostgreSQL's advanced regular expressions, and so are the messages of errors.
A pattern is translated once. A search has a time limit, where its time may be more than in
proportion to the square of the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module

from duckrow.store.query.errors import QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Matcher = Callable[[str], bool]

LONGEST = 4096  # characters of a pattern
TIME_LIMIT = 1.0  # seconds for one text
_MOST_REPEATS = 255
_MOST_COPIES = 50_000

_CLASSES = {
    "alnum": r"^\W_",
    "alpha": r"^\W\d_",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": r"\d",
    "graph": r"\x21-\x7e\xa1-\U0010ffff",
    "lower": "a-zß-öø-ÿ",
    "print": r"\x20-\x7e\xa0-\U0010ffff",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-ZÀ-ÖØ-Þ",
    "word": r"\w",
    "xdigit": "0-9A-Fa-f",
}
_INVERTED = {"alnum": r"\W_", "alpha": r"\W\d_"}
_CONSTRAINTS = {
    "A": r"\A",
    "Z": r"\Z",
    "m": r"\b(?=\w)",
    "M": r"\b(?<=\w)",
    "y": r"\b",
    "Y": r"\B",
}
_CHARACTERS = {"a": "\a", "b": "\b", "B": "\\", "e": "\x1b", "f": "\f", "n": "\n"} | {
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "0": "\0",
}
_BOUND = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_OPTIONS = re.compile(r"\(\?([bceimnpqstwx]+)\)")
_HEX = {"u": re.compile("[0-9a-fA-F]{4}"), "U": re.compile("[0-9a-fA-F]{8}")} | {
    "x": re.compile("[0-9a-fA-F]+")
}


class PatternTimeoutError(QueryError):
    """A regular expression that takes too long."""

    def __init__(self) -> None:
        super().__init__(
            f"a regular expression takes longer than {TIME_LIMIT:g} second on one text"
        )


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Matcher:
    """Return a function that says whether a pattern matches a text. Raises QueryError."""
    translation = _Translation(pattern)
    if translation.is_quick:
        search = re.compile(translation.text, translation.flags).search
        return lambda text: search(text) is not None
    regex = import_module("regex")
    flags = regex.DOTALL if translation.flags & re.DOTALL else 0
    if translation.flags & re.IGNORECASE:
        flags |= regex.IGNORECASE
    timed = regex.compile(translation.text, flags)

    def search_in_time(text: str) -> bool:
        try:
            return timed.search(text, timeout=TIME_LIMIT) is not None
        except TimeoutError:
            raise PatternTimeoutError from None

    return search_in_time


def _invalid(why: str) -> QueryError:
    return QueryError(f"ERROR: invalid regular expression: {why}")


class _Translation:
    """A pattern in Python's syntax. `is_quick`: it repeats one thing at most, and no group."""

    __slots__ = (
        "_at",
        "_copies",
        "_is_by_line",
        "_is_expanded",
        "_pattern",
        "flags",
        "is_quick",
        "text",
    )

    def __init__(self, pattern: str) -> None:
        if len(pattern) > LONGEST:
            raise QueryError(f"a regular expression has at most {LONGEST} characters")
        self._pattern = pattern
        self._at = 0
        self._copies = 1  # that an engine makes of what is repeated
        self._is_by_line = False
        self._is_expanded = False
        self.is_quick = True
        self.flags = re.DOTALL
        if pattern.startswith("***="):
            self.text = re.escape(pattern[4:])
            return
        if pattern.startswith("***:"):
            self._at = 4
        if self._read_options():
            self.text = re.escape(pattern[self._at :])
            return
        self.text = self._translated()
        try:
            re.compile(self.text, self.flags)
        except (re.error, OverflowError, RecursionError) as error:
            raise _invalid(str(error)) from None

    def _read_options(self) -> bool:
        """Read options at the start; return whether the rest is a plain string."""
        match = _OPTIONS.match(self._pattern, self._at)
        if match is None:
            return False
        self._at = match.end()
        for letter in match[1]:
            if letter == "i":
                self.flags |= re.IGNORECASE
            elif letter == "c":
                self.flags &= ~re.IGNORECASE
            elif letter in "nmp":
                self.flags &= ~re.DOTALL
                self._is_by_line = letter != "p"
            elif letter == "w":
                self._is_by_line = True
            elif letter == "x":
                self._is_expanded = True
        return "q" in match[1]

    def _translated(self) -> str:
        found: list[str] = []
        depth = 0
        repeats = 0
        can_repeat = False
        pattern = self._pattern
        while self._at < len(pattern):
            each = pattern[self._at]
            self._at += 1
            if each == "(":
                start, depth = self._group_start(), depth + 1
                found.append(start)
                can_repeat = False
            elif each == ")":
                if not depth:
                    raise _invalid("parentheses () not balanced")
                depth -= 1
                found.append(")")
                can_repeat = True
            elif each == "|":
                found.append("|")
                can_repeat = False
            elif each in "*+?" or (each == "{" and pattern[self._at : self._at + 1].isdigit()):
                if not can_repeat:
                    raise _invalid("quantifier operand invalid")
                text = self._quantifier(each)
                repeats += 1
                # `re` has no clock: repeats that follow or hold each other multiply.
                if repeats > 1 or found[-1].endswith(")"):
                    self.is_quick = False
                found.append(text)
                can_repeat = False
            elif self._is_expanded and each.isspace():
                continue
            elif self._is_expanded and each == "#":
                end = pattern.find("\n", self._at)
                self._at = len(pattern) if end < 0 else end
            else:
                text, can_repeat = self._atom(each)
                found.append(text)
        if depth:
            raise _invalid("parentheses () not balanced")
        return "".join(found)

    def _group_start(self) -> str:
        for start in ("?:", "?=", "?!", "?<=", "?<!"):
            if self._pattern.startswith(start, self._at):
                self._at += len(start)
                return f"({start}"
        if self._pattern.startswith("?", self._at):
            raise _invalid("quantifier operand invalid")
        return "("

    def _quantifier(self, sign: str) -> str:
        text = sign
        if sign == "{":
            match = _BOUND.match(self._pattern, self._at - 1)
            if match is None:
                raise _invalid("braces {} not balanced")
            self._at = match.end()
            least = int(match[1][:6])
            most = int(match[3][:6]) if match[3] else least
            if least > _MOST_REPEATS or most > _MOST_REPEATS or most < least:
                raise _invalid("invalid repetition count(s)")
            text = match[0]
            self._copies *= max(1, most)
            if self._copies > _MOST_COPIES:
                raise _invalid("regular expression is too complex")
        if self._pattern.startswith("?", self._at):
            self._at += 1
            text += "?"
        return text

    def _atom(self, each: str) -> tuple[str, bool]:
        """Return a character, a set or a constraint, and whether it can be repeated."""
        if each == "\\":
            return self._escape()
        if each == "[":
            for word, text in (("[:<:]]", r"\b(?=\w)"), ("[:>:]]", r"\b(?<=\w)")):
                if self._pattern.startswith(word, self._at):
                    self._at += len(word)
                    return text, False
            return self._set(), True
        if each == "^":
            return ("(?m:^)" if self._is_by_line else r"\A"), False
        if each == "$":
            return ("(?m:$)" if self._is_by_line else r"\Z"), False
        return (each if each == "." else re.escape(each)), True

    def _escape(self) -> tuple[str, bool]:
        if self._at == len(self._pattern):
            raise _invalid("invalid escape \\ sequence")
        each = self._pattern[self._at]
        if each in _CONSTRAINTS:
            self._at += 1
            return _CONSTRAINTS[each], False
        if each in "dswDSW":
            self._at += 1
            return f"\\{each}", True
        if each in "123456789":
            self._at += 1
            return f"(?:\\{each})", True
        return re.escape(self._escaped_character()), True

    def _escaped_character(self) -> str:
        each = self._pattern[self._at]
        self._at += 1
        if each in _HEX:
            match = _HEX[each].match(self._pattern, self._at)
            if match is None or int(match[0], 16) > 0x10FFFF:
                raise _invalid("invalid escape \\ sequence")
            self._at = match.end()
            return chr(int(match[0], 16))
        if each == "c" and self._at < len(self._pattern):
            self._at += 1
            return chr(ord(self._pattern[self._at - 1]) & 31)
        if each in _CHARACTERS:
            return _CHARACTERS[each]
        if each.isascii() and each.isalnum():
            raise _invalid("invalid escape \\ sequence")
        return each

    def _set(self) -> str:
        pattern = self._pattern
        is_negated = pattern.startswith("^", self._at)
        self._at += is_negated
        members: list[str] = []
        others: list[str] = []  # sets that Python can only write as sets of their own
        is_first = True
        while True:
            if self._at >= len(pattern):
                raise _invalid("brackets [] not balanced")
            if pattern[self._at] == "]" and not is_first:
                self._at += 1
                break
            is_first = False
            self._member(members, others)
        if not members and not others:
            return "[^\\s\\S]"
        if not others:
            return f"[{'^' if is_negated else ''}{''.join(members)}]"
        sets = [*others, *([f"[{''.join(members)}]"] if members else [])]
        joined = "|".join(sets)
        return f"(?:(?!{joined})[\\s\\S])" if is_negated else f"(?:{joined})"

    def _member(self, members: list[str], others: list[str]) -> None:
        """Read a member of a set: a class, a character or a range."""
        pattern = self._pattern
        if pattern.startswith("[:", self._at):
            end = pattern.find(":]", self._at)
            name = pattern[self._at + 2 : end] if end > 0 else ""
            if name not in _CLASSES:
                raise _invalid("invalid character class")
            self._at = end + 2
            if name in _INVERTED:
                others.append(f"[{_CLASSES[name]}]")
            else:
                members.append(_CLASSES[name])
            return
        if pattern[self._at] == "\\" and pattern[self._at + 1 : self._at + 2] in ("d", "s", "w"):
            members.append(pattern[self._at : self._at + 2])
            self._at += 2
            return
        first = self._set_character()
        if pattern.startswith("-", self._at) and not pattern.startswith("-]", self._at):
            self._at += 1
            last = self._set_character()
            if last < first:
                raise _invalid("invalid character range")
            members.append(f"{_in_set(first)}-{_in_set(last)}")
            return
        members.append(_in_set(first))

    def _set_character(self) -> str:
        pattern = self._pattern
        if self._at >= len(pattern):
            raise _invalid("brackets [] not balanced")
        for start, end in (("[.", ".]"), ("[=", "=]")):
            if pattern.startswith(start, self._at):
                close = pattern.find(end, self._at + 2)
                name = pattern[self._at + 2 : close] if close > 0 else ""
                if len(name) != 1:
                    raise _invalid("invalid collating element")
                self._at = close + 2
                return name
        each = pattern[self._at]
        self._at += 1
        if each != "\\":
            return each
        if self._at >= len(pattern):
            raise _invalid("invalid escape \\ sequence")
        return self._escaped_character()


def _in_set(each: str) -> str:
    return f"\\{each}" if each in "\\]^-[&~|" else each
