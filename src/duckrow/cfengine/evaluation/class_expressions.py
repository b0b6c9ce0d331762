"""Class expressions: a.b|!(c&d), read once into a small function.

    or   := and  ["|" | "||"] or        and := not ["." | "&"] and
    not  := ["!"] primary               primary := "(" or ")" | name

The function takes something that tells of a name whether it is a class. What cannot be read is
None; as the reference does, what follows a complete expression is not looked at. A name may have
indices, and $(references) that nobody could fill in: then nothing is known of the whole.

Policies have many expressions of few shapes: a shape is the expression with its names taken out,
and is read once. Its function is given the names.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    IsClass = Callable[[str], bool]
    Judge = Callable[[IsClass], bool]
    Shape = Callable[[IsClass, list[str]], bool]

_NAME = re.compile(r"[a-zA-Z0-9_:\[\]]+")
# In a shape every name is this letter.
_ANY_NAME = "a"
_FLAT = re.compile(r"!?a(?:[.&|]!?a)*")
_WORD = re.compile(r"\|\|?|.", re.DOTALL)
# What is not ASCII, or a colon, may stand before or after a space.
_SPACED = re.compile(r"[_A-Za-z0-9][ \t]+[_A-Za-z0-9]")
_SPACE = re.compile(r"[ \t\n\r]+")
# Far beyond what anybody writes, and short of what Python can nest.
_DEEPEST = 150
_REMEMBERED = 50_000
_read: dict[str, Judge | None] = {}
_shapes: dict[str, Shape | None] = {}


def unknown(_is_class: IsClass) -> bool:
    """Judge an expression with a reference in it that nobody could fill in."""
    return False


def read_expression(text: str) -> Judge | None:
    """Read an expression."""
    if text in _read:
        return _read[text]
    if len(_read) >= _REMEMBERED:
        _read.clear()
    found = _read[text] = _read_anew(text)
    return found


def has_spaced_names(text: str) -> bool:
    """Tell whether two names stand side by side with nothing but space between them."""
    return _SPACED.search(text) is not None


def _read_anew(text: str) -> Judge | None:
    if _SPACE.search(text):
        if has_spaced_names(text):
            return None
        text = _SPACE.sub("", text)
    if "$" in text or "@" in text:
        from duckrow.cfengine.syntax.expressions import end_of

        text = text[: end_of(text)]
        if "$" in text or "@" in text:
            return unknown
    written = _NAME.sub(_ANY_NAME, text)
    if written in _shapes:
        shape = _shapes[written]
    else:
        if len(_shapes) >= _REMEMBERED:
            _shapes.clear()
        shape = _shapes[written] = _read_shape(written)
    if shape is None:
        return None
    names = _NAME.findall(text)
    return lambda is_class: shape(is_class, names)


def _read_shape(text: str) -> Shape | None:
    if _FLAT.fullmatch(text):
        return _flat(text)
    return _Reader(text).read()


def _flat(text: str) -> Shape:
    """Read a shape without brackets: alternatives, each of names that must (not) hold."""
    if text == _ANY_NAME:
        return _named(0)
    alternatives: list[list[tuple[int, bool]]] = []
    number = 0
    for each in text.replace("&", ".").split("|"):
        words = each.split(".")
        alternatives.append([(number + i, word[0] != "!") for i, word in enumerate(words)])
        number += len(words)
    if len(alternatives) == 1:
        whole = alternatives[0]

        def judge_all(is_class: IsClass, names: list[str]) -> bool:
            for index, wanted in whole:  # noqa: SIM110  (a generator costs more than the words)
                if is_class(names[index]) is not wanted:
                    return False
            return True

        return judge_all

    def judge(is_class: IsClass, names: list[str]) -> bool:
        for words in alternatives:
            for index, wanted in words:
                if is_class(names[index]) is not wanted:
                    break
            else:
                return True
        return False

    return judge


class _Reader:
    """Reads the words of a shape; `at` is the next one, "" stands for the end."""

    __slots__ = ("at", "depth", "names", "words")

    def __init__(self, text: str) -> None:
        self.words = [*_WORD.findall(text), ""]
        self.at = 0
        # How many names were read, and how many brackets are open.
        self.names = 0
        self.depth = 0

    def read(self) -> Shape | None:
        found: list[Shape] = []
        while True:
            each = self._and()
            if each is None:
                return None
            found.append(each)
            if self.words[self.at] not in ("|", "||"):
                return each if len(found) == 1 else _one_of(found)
            self.at += 1

    def _and(self) -> Shape | None:
        found: list[Shape] = []
        while True:
            each = self._not()
            if each is None:
                return None
            found.append(each)
            if self.words[self.at] not in (".", "&"):
                return each if len(found) == 1 else _all_of(found)
            self.at += 1

    def _not(self) -> Shape | None:
        if self.words[self.at] != "!":
            return self._primary()
        self.at += 1
        inner = self._primary()
        return None if inner is None else _negated(inner)

    def _primary(self) -> Shape | None:
        word = self.words[self.at]
        self.at += 1
        if word == "(":
            if self.depth >= _DEEPEST:
                return None
            self.depth += 1
            inner = self.read()
            self.depth -= 1
            if inner is None or self.words[self.at] != ")":
                return None
            self.at += 1
            return inner
        if word != _ANY_NAME:
            return None
        self.names += 1
        return _named(self.names - 1)


def _named(index: int) -> Shape:
    return lambda is_class, names: is_class(names[index])


def _negated(inner: Shape) -> Shape:
    return lambda is_class, names: not inner(is_class, names)


def _all_of(parts: list[Shape]) -> Shape:
    if len(parts) == 2:
        left, right = parts
        return lambda is_class, names: left(is_class, names) and right(is_class, names)
    return lambda is_class, names: all(each(is_class, names) for each in parts)


def _one_of(parts: list[Shape]) -> Shape:
    if len(parts) == 2:
        left, right = parts
        return lambda is_class, names: left(is_class, names) or right(is_class, names)
    return lambda is_class, names: any(each(is_class, names) for each in parts)
