"""The methods of matches."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import equal, inspect
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import MatchData, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def group(ruby: Interpreter, self: MatchData, key: Any) -> int | None:
    """Return the number of the group for a key, or None if the group does not exist."""
    if type(key) is str or type(key) is Symbol:
        name = key.name if isinstance(key, Symbol) else key
        numbers = self.regexp.names.get(name)
        if numbers is None:
            raise RubyError("IndexError", f"undefined group name reference: {name}")
        held = (number for number in reversed(numbers) if self.match.start(number) >= 0)
        return next(held, numbers[-1])
    number = to_int(ruby, key)
    count = self.regexp.group_count
    if number < 0:
        number += count + 1
        if number == 0:
            return None  # the whole match is not a group
    return number if 0 <= number <= count else None


def _element(ruby: Interpreter, self: MatchData, key: Any, *more: Any) -> Any:
    if more or type(key) is Range:
        from duckrow.ruby.dispatch import send

        return send(ruby, _all(ruby, self), "[]", key, *more)
    number = group(ruby, self, key)
    return None if number is None else self.match.group(number)


def _all(_ruby: Interpreter, self: MatchData) -> list[object]:
    return [self.match.group(), *self.match.groups()]


def captures(_ruby: Interpreter, self: MatchData) -> list[object]:
    return list(self.match.groups())


def named_captures(_ruby: Interpreter, self: MatchData) -> dict[str, Any]:
    return self.regexp.named(self.match)


def _boundary(ruby: Interpreter, self: MatchData, key: Any, which: int) -> Any:
    number = group(ruby, self, key)
    if number is None:
        raise RubyError("IndexError", f"index {key} out of matches")
    found = self.match.span(number)[which]
    return None if found < 0 else found


def _offset(ruby: Interpreter, self: MatchData, key: object) -> list[object]:
    return [_boundary(ruby, self, key, 0), _boundary(ruby, self, key, 1)]


def _pre_match(_ruby: Interpreter, self: MatchData) -> str:
    return str(self.match.string[: self.match.start()])


def _post_match(_ruby: Interpreter, self: MatchData) -> str:
    return str(self.match.string[self.match.end() :])


def _inspect(ruby: Interpreter, self: MatchData) -> str:
    labels = {number: name for name, numbers in self.regexp.names.items() for number in numbers}
    parts = [
        f"{labels.get(number, number)}:{inspect(ruby, text)}"
        for number, text in enumerate(self.match.groups(), 1)
    ]
    return "#<MatchData " + " ".join([inspect(ruby, self.match.group()), *parts]) + ">"


def _values_at(ruby: Interpreter, self: MatchData, *keys: object) -> list[object]:
    return [_element(ruby, self, key) for key in keys]


METHODS: dict[str, Callable[..., object]] = {
    "[]": _element,
    "begin": lambda ruby, self, key: _boundary(ruby, self, key, 0),
    "end": lambda ruby, self, key: _boundary(ruby, self, key, 1),
    "offset": _offset,
    "captures": captures,
    "named_captures": named_captures,
    "names": lambda _ruby, self: list(self.regexp.names),
    "pre_match": _pre_match,
    "post_match": _post_match,
    "to_a": _all,
    "to_s": lambda _ruby, self: self.match.group(),
    "string": lambda _ruby, self: self.match.string,
    "regexp": lambda _ruby, self: self.regexp,
    "length": lambda _ruby, self: self.regexp.group_count + 1,
    "size": lambda _ruby, self: self.regexp.group_count + 1,
    "values_at": _values_at,
    "inspect": _inspect,
    "==": lambda ruby, self, other: (
        type(other) is MatchData
        and self.regexp == other.regexp
        and self.match.string == other.match.string
        and equal(ruby, _all(ruby, self), _all(ruby, other))
    ),
}
