"""Functions that statements for SQLite call: JSON as PostgreSQL has it, paths, patterns, times.

SqliteDatabase(path, warn, functions=FUNCTIONS)
"""

from __future__ import annotations

import re
from functools import lru_cache
from threading import local

from orjson import JSONDecodeError, dumps, loads

from duckrow.store.query.patterns import PatternTimeoutError, matcher
from duckrow.store.query.times import moment_of
from duckrow.store.query.to_char import to_char

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Value = str | bytes | int | float | None

_KEY = re.compile(r'\."((?:[^"\\]|\\.)*)"|\.([^.\[]+)|\[([0-9]+)\]')
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


class _Slow(local):
    """Whether a pattern of this thread took too long: SQLite hides what a function raises."""

    was_slow = False


_SLOW = _Slow()


def was_slow() -> bool:
    """Return whether a pattern of this thread took too long since the last question."""
    found = _SLOW.was_slow
    _SLOW.was_slow = False
    return found


def _matches(pattern: str, text: str) -> bool:
    try:
        return matcher(pattern)(text)
    except PatternTimeoutError:
        _SLOW.was_slow = True
        raise


def regexp(pattern: str, text: object) -> int | None:
    """Return whether a pattern matches a text; None for NULL."""
    if text is None:
        return None
    return _matches(pattern, text if isinstance(text, str) else str(text))


@lru_cache(maxsize=4096)
def leaf_path(name: str, key: str) -> str:
    """Return the path of a leaf of a fact as JSON: its `fullkey` is SQLite's name for it."""
    path: list[str | int] = [name]
    for quoted, plain, index in _KEY.findall(key[1:]):
        if index:
            path.append(int(index))
        elif plain:
            path.append(plain)
        else:
            path.append(loads(f'"{quoted}"'))
    return dumps(path).decode()


def path_text(path: str) -> str:
    """Return a path as one text, as patterns see it."""
    return "#~".join(str(part) for part in loads(path))


def path_matches(path: str, patterns: str, is_whole: int) -> bool:
    """Return whether patterns match the parts of a path, one for each."""
    parts = loads(path)
    wanted = loads(patterns)
    if len(parts) != len(wanted):
        return False
    for part, pattern in zip(parts, wanted, strict=True):
        if isinstance(pattern, int) and not isinstance(part, int):
            return False
        if isinstance(pattern, str) and pattern.isdecimal() and not isinstance(part, str):
            return False
        if not _matches(f"^(?:{pattern})$" if is_whole else str(pattern), str(part)):
            return False
    return True


_MISSING = object()


def _at(value: object, path: list[str | int]) -> object:
    for part in path:
        if isinstance(value, dict):
            value = value.get(str(part), _MISSING)
        elif isinstance(value, list) and str(part).isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return _MISSING
    return value


def json_at(json: str | None, path: str) -> str | None:
    """Return the value at a path as JSON; a number may be an index."""
    if json is None:
        return None
    found = _at(loads(json), loads(path))
    return None if found is _MISSING else dumps(found).decode()


def json_below(json: str, path: str) -> str | None:
    """Return the value of a fact at a path, which begins with the name of the fact."""
    found = _at(loads(json), loads(path)[1:])
    return None if found is _MISSING else dumps(found).decode()


def json_contains(json: str | None, wanted: str) -> bool:
    """Return whether a value has all of another, as the operator @> of PostgreSQL says."""
    return json is not None and _contains(loads(json), loads(wanted))


def _contains(value: object, wanted: object) -> bool:
    if isinstance(wanted, list):
        if not isinstance(value, list):
            return False
        return all(any(_contains(each, other) for each in value) for other in wanted)
    if isinstance(wanted, dict):
        if not isinstance(value, dict):
            return False
        return all(key in value and _contains(value[key], of) for key, of in wanted.items())
    return isinstance(value, bool) == isinstance(wanted, bool) and value == wanted


def json_order(json: str | None, other: str) -> int | None:
    """Return how two JSON values compare: negative, zero or positive."""
    if json is None:
        return None
    return _order(loads(json), loads(other))


def _rank(value: object) -> int:
    if value is None:
        return 0
    for rank, kind in ((3, bool), (1, str), (2, int | float), (4, list)):
        if isinstance(value, kind):
            return rank
    return 5


def _order(value: object, other: object) -> int:
    rank = _rank(value)
    if rank != _rank(other):
        return rank - _rank(other)
    if isinstance(value, list) and isinstance(other, list):
        if len(value) != len(other):
            return len(value) - len(other)
        return next(
            (found for a, b in zip(value, other, strict=True) if (found := _order(a, b))), 0
        )
    if isinstance(value, dict) and isinstance(other, dict):
        return _order(sorted(value.items()), sorted(other.items())) if value != other else 0
    if isinstance(value, tuple) or value is None or value == other:
        return 0
    return 1 if value > other else -1  # type: ignore[operator]


def json_number(json: str | None) -> int | float | None:
    """Return the number that a value is, or that a string looks like."""
    if json is None:
        return None
    try:
        value = loads(json)
    except JSONDecodeError:
        return None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        is_whole = value.lstrip("-").isdecimal() and len(value) < 20
        value = int(value) if is_whole else float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, float) or abs(value) < 1 << 63 else float(value)


def event_time(microseconds: int) -> str:
    """Return the time of an event inside a report, as PostgreSQL writes it in JSON."""
    moment = moment_of(microseconds)
    fraction = f".{moment.microsecond:06}".rstrip("0") if moment.microsecond else ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}+00:00"


def time_text(microseconds: int | None, form: str) -> str | None:
    """Return a time as a format describes it."""
    return None if microseconds is None else to_char(moment_of(microseconds), form)


FUNCTIONS: dict[str, tuple[int, Callable[..., Value]]] = {
    "event_time": (1, event_time),
    "json_at": (2, json_at),
    "json_below": (2, json_below),
    "json_contains": (2, json_contains),
    "json_number": (1, json_number),
    "json_order": (2, json_order),
    "leaf_path": (2, leaf_path),
    "path_matches": (3, path_matches),
    "path_text": (1, path_text),
    "regexp": (2, regexp),
    "to_char": (2, time_text),
}
