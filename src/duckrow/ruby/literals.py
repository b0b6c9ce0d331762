"""Values that compiled Ruby writes out: hashes, ranges, expressions; and lists taken apart."""

from __future__ import annotations

from duckrow.regexp import PatternError, RubyRegexp, regexp
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Range, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


SPLAT = object()  # in front of a hash whose entries go into the one around it


def hash_of(*parts: Any) -> dict[Any, Any]:
    """Make a hash of keys and values in turn; SPLAT as a key takes in a whole hash."""
    made: dict[Any, Any] = {}
    for index in range(0, len(parts), 2):
        key, value = parts[index], parts[index + 1]
        if key is SPLAT:
            if value is not None and not isinstance(value, dict):
                raise type_error(f"no implicit conversion of {conversion_name(value)} into Hash")
            made.update(value or {})
        else:
            made[to_key(key)] = value
    return made


def range_of(ruby: Interpreter, first: object, last: object, excludes_last: bool) -> Range:
    """Make a range; its ends must be of one kind."""
    if type(first) is not type(last) and first is not None and last is not None:
        from duckrow.ruby.core.collections.range import new_range

        return new_range(ruby, first, last, excludes_last)
    return Range(first, last, excludes_last)


def splat(ruby: Interpreter, value: Any) -> list[object]:
    """Return the elements that *value expands to."""
    if type(value) is list:
        return value
    if value is None:
        return []
    if isinstance(value, dict | list | Range) or hasattr(type(value), "ruby_iterate"):
        return list(send(ruby, value, "to_a"))
    if isinstance(value, RubyObject) and responds_to(ruby, value, "to_a"):
        return list(send(ruby, value, "to_a"))
    return [value]


def spread(value: object, count: int, splat_at: int) -> list[object]:
    """Return the values that a, *b, c = value assigns."""
    items = list(value) if isinstance(value, list) else [value]
    if splat_at < 0:
        return items[:count] + [None] * (count - len(items))
    after = count - splat_at - 1
    items += [None] * (splat_at + after - len(items))
    end = len(items) - after
    return [*items[:splat_at], items[splat_at:end], *items[end:]]


def iterate(ruby: Interpreter, value: object) -> Iterator[Any]:
    from duckrow.ruby.core.collections.iteration import iterate as items_of

    return items_of(ruby, value)


def regexp_of(source: str, flags: int) -> RubyRegexp:
    try:
        return regexp(source, flags)
    except PatternError as wrong:
        raise RubyError("RegexpError", f"{wrong.message}: /{source}/") from None


def regexp_part(ruby: Interpreter, value: object) -> str:
    """Write a value that is interpolated into a regular expression."""
    if type(value) is str:
        return value
    return value.to_s() if type(value) is RubyRegexp else to_s(ruby, value)
