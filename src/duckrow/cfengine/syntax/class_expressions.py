"""The grammar of class expressions: a.b|!(c&d).

    or := and ["|" ["|"] or]      and := not [("." | "&") and]      not := ["!"] primary
    primary := "(" or ")" | name          name := (letters | "$(" name ["." name] ")")+

As in the reference, text after a complete expression is ignored. `find_error` checks the guards and
values of a policy; the evaluator compiles the tree that `parse` returns to a function.
"""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Node: TypeAlias = "Name | Not | AllOf | AnyOf"

_NAME_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:"
_TOKEN = LazyPattern(r"(?:[a-zA-Z0-9_:\]]|\[[a-zA-Z0-9_: \[]*)+")
_CLOSING = {"(": ")", "{": "}"}
# Deeper than any real policy, and less deep than Python's recursion limit allows.
_DEEPEST = 150


class Name:
    """The name of a class."""

    __slots__ = ()


class Not:
    """!inner."""

    __slots__ = ("inner",)

    def __init__(self, inner: Node) -> None:
        self.inner = inner


class AllOf:
    """Parts joined by . or &."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Node]) -> None:
        self.parts = parts


class AnyOf:
    """Parts joined by | or ||."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Node]) -> None:
        self.parts = parts


class ExpressionError(Exception):
    """An invalid class expression; `at` is the offset of the error."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def is_name(text: str) -> bool:
    """Return whether an expression is only the name of a class."""
    return bool(text) and not text.strip(_NAME_LETTERS)


def find_error(text: str) -> int | None:
    """Return the offset of the error in an expression, or None if it is valid."""
    if is_name(text):
        return None
    try:
        parse(text)
    except ExpressionError as error:
        return error.at
    return None


def parse(text: str) -> tuple[Node, int]:
    """Return the tree of the expression at the start of a string, and the offset of its end.

    Raise ExpressionError.
    """
    reader = _Reader(text)
    return reader.read_or(), reader.at


_NAME = Name()


class _Reader:
    __slots__ = ("at", "depth", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def read_or(self) -> Node:
        text = self.text
        first = self._and()
        if not text.startswith("|", self.at):
            return first
        parts = [first]
        while text.startswith("|", self.at):
            self.at += 2 if text.startswith("||", self.at) else 1
            parts.append(self._and())
        return AnyOf(parts)

    def _and(self) -> Node:
        text = self.text
        first = self._not()
        if not text.startswith((".", "&"), self.at):
            return first
        parts = [first]
        while text.startswith((".", "&"), self.at):
            self.at += 1
            parts.append(self._not())
        return AllOf(parts)

    def _not(self) -> Node:
        if not self.text.startswith("!", self.at):
            return self._primary()
        self.at += 1
        return Not(self._primary())

    def _primary(self) -> Node:
        if not self.text.startswith("(", self.at):
            self.at = _end_of_name(self.text, self.at, self.depth)
            return _NAME
        if self.depth > _DEEPEST:
            raise ExpressionError(self.at)
        self.at += 1
        self.depth += 1
        inner = self.read_or()
        self.depth -= 1
        if not self.text.startswith(")", self.at):
            raise ExpressionError(self.at)
        self.at += 1
        return inner


def _end_of_name(text: str, at: int, depth: int) -> int:
    at = _end_of_term(text, at, depth)
    while True:
        try:
            at = _end_of_term(text, at, depth)
        except ExpressionError:
            return at


def _end_of_term(text: str, at: int, depth: int) -> int:
    found = _TOKEN.match(text, at)
    if found is not None:
        return found.end()
    if text[at : at + 1] not in ("$", "@") or at + 1 >= len(text):
        raise ExpressionError(at)
    closing = _CLOSING.get(text[at + 1])
    if closing is None or depth > _DEEPEST:
        raise ExpressionError(at + 1)
    at = _end_of_name(text, at + 2, depth + 1)
    if text.startswith(".", at):
        at = _end_of_name(text, at + 1, depth + 1)
    if not text.startswith(closing, at):
        raise ExpressionError(at)
    return at + 1
