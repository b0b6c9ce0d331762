"""The text of a query in PQL: tokens, and what could have been where it cannot go on."""

from __future__ import annotations

import re

from duckrow.store.query.errors import QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Value = str | int | float | bool | list["Value"]

MOST_DEPTH = 80  # parentheses, lists and subqueries within each other
BLANKS = re.compile(r"[ \t\n\x0b\f\r]+")
NAME = re.compile(r"[a-zA-Z0-9_]+\??")
PLAIN_PART = re.compile(r"""[^ \t\n\x0b\f\r.",\[\]!<=>~]+(?:\[[0-9]+\])?""")
QUOTED_PART = re.compile(r'"[^\n\r\x85\u2028\u2029]*?"(?=[. \t\n\x0b\f\r])')
MATCH_PART = re.compile(r"match\([^\n\r\x85\u2028\u2029]*?\)")
DIGITS = re.compile(r"[0-9]+")
IN_DOUBLE = re.compile(r'(?:[^"\\]|\\[^\n\r\x85\u2028\u2029])*')
IN_SINGLE = re.compile(r"(?:[^'\\]|\\[^\n\r\x85\u2028\u2029])*")

# How the reference names what it expected where a token is a regular expression.
SHOWN = {
    BLANKS: r'#"\s+"',
    NAME: r'#"[a-zA-Z0-9_]+\??"',
    PLAIN_PART: r'#"[^\s\.\",\[\]!<=>~]+(\[\d+\])?"',
    QUOTED_PART: r'#"\".*?\"(?=\.|\s)"',
    MATCH_PART: r'#"match\(.*?\)"',
    DIGITS: r'#"[0-9]+"',
    IN_DOUBLE: r'#"(?:[^\"\\]|\\.)*"',
    IN_SINGLE: r"""#"(?:[^\'\\]|\\.)*\"""",
}


# What the reference says about text after the end of a query.
_END = f"{SHOWN[BLANKS]} (followed by end-of-string):end-of-string"


class Mismatch(Exception):  # noqa: N818  (one reading of several, not an error)
    """The text does not continue as this rule needs it."""


class Text:
    """A text that is read. `at` is the offset of the next character."""

    __slots__ = ("at", "depth", "expected", "furthest", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.furthest = 0
        self.expected: list[str] = []

    def expect_end(self) -> None:
        """Raise QueryError unless the whole text has been read."""
        if self.at < len(self.text):
            self.furthest = self.at
            self.expected = [_END]
            raise QueryError(self.message())

    def note(self, name: str, at: int) -> None:
        """Note what could have been at an offset."""
        if at < self.furthest:
            return
        if at > self.furthest:
            self.furthest = at
            self.expected.clear()
        self.expected.append(name)

    def has(self, word: str) -> bool:
        """Skip a word if it is next, and return whether it was."""
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        self.note(word, self.at)
        return False

    def need(self, word: str) -> None:
        """Skip a word. Raises Mismatch."""
        if not self.has(word):
            raise Mismatch

    def find(self, pattern: re.Pattern[str]) -> str | None:
        """Skip what a pattern matches, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            self.note(SHOWN[pattern], self.at)
            return None
        self.at = match.end()
        return match[0]

    def blanks(self) -> bool:
        """Skip blanks if they are next, and return whether they were."""
        return self.find(BLANKS) is not None

    def need_blanks(self) -> None:
        """Skip blanks. Raises Mismatch."""
        if not self.blanks():
            raise Mismatch

    def deeper(self, read: Callable[[], Value]) -> Value:
        """Read something that may contain itself."""
        if self.depth == MOST_DEPTH:
            raise QueryError(f"PQL queries are nested at most {MOST_DEPTH} levels deep")
        self.depth += 1
        try:
            return read()
        finally:
            self.depth -= 1

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def message(self) -> str:
        """Return the error at the first character that no reading can pass."""
        line, column = self.position(self.furthest)
        shown = self.text.split("\n")[line - 1] if self.text else "null"
        # The reference tries the last alternative of a rule first.
        names = list(dict.fromkeys(reversed(self.expected)))
        heading = "Expected:\n" if len(names) == 1 and names != [_END] else "Expected one of:\n\n"
        listed = "".join(f"{name}\n" for name in names)
        mark = " " * (column - 1) + "^"
        return (
            f"PQL parse error at line {line:,}, column {column:,}:\n\n"
            f"{shown}\n{mark}\n\n{heading}{listed}"
        )
