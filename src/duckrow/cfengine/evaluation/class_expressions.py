"""Class expressions: a.b|!(c&d), read once into a small function.

    or   := and  ["|" | "||"] or        and := not ["." | "&"] and
    not  := ["!"] primary               primary := "(" or ")" | name

The function takes something that tells of a name whether it is a class. What cannot be read is
None; as the reference does, what follows a complete expression is not looked at.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    IsClass = Callable[[str], bool]
    Judge = Callable[[IsClass], bool]

# Letters, digits, _ and :, and whatever is not ASCII. Said by what is not in it: a range up to the
# last letter there is takes long to compile.
_LETTER = r"[^\x00-/;-@\[-\^`{-\x7f]"
_NAME = re.compile(f"{_LETTER}+")
_FLAT = re.compile(f"!?{_LETTER}+(?:[.&|]!?{_LETTER}+)*")
_WORD = re.compile(rf"{_LETTER}+|\|\|?|&&?|.", re.DOTALL)
_SIGNS = frozenset("!().&|")
_SPACED = re.compile(r"[^\s.|&!(]\s+[^\s.|&)]")
_SPACE = re.compile(r"\s+")
_REMEMBERED = 50_000
_read: dict[str, Judge | None] = {}


def is_name(text: str) -> bool:
    """Tell whether an expression is one name."""
    return _NAME.fullmatch(text) is not None


def read_expression(text: str) -> Judge | None:
    """Read an expression."""
    if text in _read:
        return _read[text]
    if len(_read) >= _REMEMBERED:
        _read.clear()
    found: Judge | None
    if _FLAT.fullmatch(text):
        found = _flat(text)
    elif has_spaced_names(text):
        found = None
    else:
        found = _Reader(_SPACE.sub("", text)).read()
    _read[text] = found
    return found


def has_spaced_names(text: str) -> bool:
    """Tell whether two names stand side by side with nothing but space between them."""
    return _SPACED.search(text.strip()) is not None


def _flat(text: str) -> Judge:
    """Read an expression without brackets: alternatives, each of names that must (not) hold."""
    alternatives = [
        [(word[1:], False) if word[0] == "!" else (word, True) for word in each.split(".")]
        for each in text.replace("&", ".").split("|")
    ]
    if len(alternatives) == 1:
        words = alternatives[0]

        def judge_all(is_class: IsClass) -> bool:
            for name, wanted in words:  # noqa: SIM110  (a generator costs more than the words)
                if is_class(name) is not wanted:
                    return False
            return True

        return judge_all

    def judge(is_class: IsClass) -> bool:
        for words in alternatives:
            for name, wanted in words:
                if is_class(name) is not wanted:
                    break
            else:
                return True
        return False

    return judge


class _Reader:
    """Reads the words of an expression; `at` is the next one, "" stands for the end."""

    __slots__ = ("at", "words")

    def __init__(self, text: str) -> None:
        self.words = [*_WORD.findall(text), ""]
        self.at = 0

    def read(self) -> Judge | None:
        left = self._and()
        if left is None or self.words[self.at] not in ("|", "||"):
            return left
        self.at += 1
        right = self.read()
        return None if right is None else _either(left, right)

    def _and(self) -> Judge | None:
        left = self._not()
        if left is None or self.words[self.at] not in (".", "&", "&&"):
            return left
        self.at += 1
        right = self._and()
        return None if right is None else _both(left, right)

    def _not(self) -> Judge | None:
        if self.words[self.at] != "!":
            return self._primary()
        self.at += 1
        inner = self._primary()
        return None if inner is None else _negated(inner)

    def _primary(self) -> Judge | None:
        word = self.words[self.at]
        self.at += 1
        if word == "(":
            inner = self.read()
            if inner is None or self.words[self.at] != ")":
                return None
            self.at += 1
            return inner
        return _named(word) if word and word not in _SIGNS else None


def _named(name: str) -> Judge:
    return lambda is_class: is_class(name)


def _negated(inner: Judge) -> Judge:
    return lambda is_class: not inner(is_class)


def _both(left: Judge, right: Judge) -> Judge:
    return lambda is_class: left(is_class) and right(is_class)


def _either(left: Judge, right: Judge) -> Judge:
    return lambda is_class: left(is_class) or right(is_class)
