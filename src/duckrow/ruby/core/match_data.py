"""The methods of matches."""

from __future__ import annotations

from duckrow.ruby.core.basics import equal, inspect
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import MatchData, Range, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def group(self: MatchData, key: Any) -> int | None:
    """Give the number of the group that a key means; None if there is none of that number."""
    if type(key) is str or type(key) is Symbol:
        name = key.name if isinstance(key, Symbol) else key
        numbers = self.regexp.names.get(name)
        if numbers is None:
            raise RubyError("IndexError", f"undefined group name reference: {name}")
        held = (number for number in reversed(numbers) if self.match.start(number) >= 0)
        return next(held, numbers[-1])
    number = to_int(key)
    count = self.regexp.group_count
    if number < 0:
        number += count + 1
        if number == 0:
            return None  # the whole match is no group
    return number if 0 <= number <= count else None


def _element(self: MatchData, key: Any, *more: Any) -> Any:
    if more or type(key) is Range:
        from duckrow.ruby.dispatch import send

        return send(_all(self), "[]", key, *more)
    number = group(self, key)
    return None if number is None else self.match.group(number)


def _all(self: MatchData) -> list[Any]:
    return [self.match.group(), *self.match.groups()]


def captures(self: MatchData) -> list[Any]:
    return list(self.match.groups())


def named_captures(self: MatchData) -> dict[str, Any]:
    return self.regexp.named(self.match)


def _place(self: MatchData, key: Any, which: int) -> Any:
    number = group(self, key)
    if number is None:
        raise RubyError("IndexError", f"index {key} out of matches")
    found = self.match.span(number)[which]
    return None if found < 0 else found


def _offset(self: MatchData, key: Any) -> list[Any]:
    return [_place(self, key, 0), _place(self, key, 1)]


def _pre_match(self: MatchData) -> str:
    return str(self.match.string[: self.match.start()])


def _post_match(self: MatchData) -> str:
    return str(self.match.string[self.match.end() :])


def _inspect(self: MatchData) -> str:
    labels = {number: name for name, numbers in self.regexp.names.items() for number in numbers}
    parts = [
        f"{labels.get(number, number)}:{inspect(text)}"
        for number, text in enumerate(self.match.groups(), 1)
    ]
    return "#<MatchData " + " ".join([inspect(self.match.group()), *parts]) + ">"


def _values_at(self: MatchData, *keys: Any) -> list[Any]:
    return [_element(self, key) for key in keys]


METHODS: dict[str, Callable[..., Any]] = {
    "[]": _element,
    "begin": lambda self, key: _place(self, key, 0),
    "end": lambda self, key: _place(self, key, 1),
    "offset": _offset,
    "captures": captures,
    "named_captures": named_captures,
    "names": lambda self: list(self.regexp.names),
    "pre_match": _pre_match,
    "post_match": _post_match,
    "to_a": _all,
    "to_s": lambda self: self.match.group(),
    "string": lambda self: self.match.string,
    "regexp": lambda self: self.regexp,
    "length": lambda self: self.regexp.group_count + 1,
    "size": lambda self: self.regexp.group_count + 1,
    "values_at": _values_at,
    "inspect": _inspect,
    "==": lambda self, other: (
        type(other) is MatchData
        and self.regexp == other.regexp
        and self.match.string == other.match.string
        and equal(_all(self), _all(other))
    ),
}
