"""The methods of ranges."""

from __future__ import annotations

from itertools import islice
from math import floor

from duckrow.ruby.core.arguments import negative
from duckrow.ruby.core.basics import compare, equal, inspect, to_s
from duckrow.ruby.core.collections.enumerable import METHODS as ENUMERABLE
from duckrow.ruby.core.collections.iteration import Enumerator, iterate
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.text.counting import check_count
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.values.kinds import Proc, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _inspect(ruby: Interpreter, self: Range) -> str:
    return shown(ruby, self)


def shown(
    ruby: Interpreter, self: Range, write: Callable[[Interpreter, Any], str] = inspect
) -> str:
    """Write a range; an end that is open is left out."""
    dots = "..." if self.excludes_last else ".."
    first = "" if self.first is None else write(ruby, self.first)
    last = "" if self.last is None else write(ruby, self.last)
    if self.first is None and self.last is None:
        first = "nil"
    return f"{first}{dots}{last}"


def covers(ruby: Interpreter, self: Range, value: object) -> bool:
    """Return whether a value lies between the ends."""
    if self.first is not None:
        low = compare(ruby, self.first, value)
        if low is None or low > 0:
            return False
    if self.last is not None:
        high = compare(ruby, value, self.last)
        if high is None or high > 0 or (high == 0 and self.excludes_last):
            return False
    return True


def _cover(ruby: Interpreter, self: Range, value: object) -> bool:
    if type(value) is not Range:
        return covers(ruby, self, value)
    if not covers(ruby, self, value.first):
        return False
    if covers(ruby, self, value.last):
        return True
    return value.excludes_last and equal(ruby, value.last, self.last)


def _includes(ruby: Interpreter, self: Range, value: object) -> bool:
    if type(self.first) is str or type(self.last) is str:
        if not isinstance(value, str):
            return False
        if self.first is None or self.last is None:
            raise type_error("cannot determine inclusion in beginless/endless ranges")
        return any(item == value for item in iterate(ruby, self))
    return covers(ruby, self, value)


def _each(ruby: Interpreter, self: Range, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "each")
    call = block.direct(1)
    for item in iterate(ruby, self):
        call(ruby, item)
    return self


def _reverse_each(ruby: Interpreter, self: Range, *, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "reverse_each")
    call = block.direct(1)
    for item in reversed(_to_a(ruby, self)):
        call(ruby, item)
    return self


def _first(ruby: Interpreter, self: Range, count: object = None) -> object:
    if self.first is None:
        raise RubyError("RangeError", "cannot get the first element of beginless range")
    if count is None:
        return self.first
    wanted = negative(ruby, count, "negative array size (or size too big)")
    return list(islice(iterate(ruby, self), wanted))


def _last(ruby: Interpreter, self: Range, count: object = None) -> object:
    if self.last is None:
        raise RubyError("RangeError", "cannot get the last element of endless range")
    if count is None:
        return self.last
    wanted = negative(ruby, count, "negative array size")
    if type(self.first) is type(self.last) is int and self.first == self.last:
        return []  # so it is, though the range has an element
    return _to_a(ruby, self)[-wanted:] if wanted else []


def _to_a(ruby: Interpreter, self: Range) -> list[Any]:
    if self.last is None:
        raise RubyError("RangeError", "cannot convert endless range to an array")
    if type(self.first) is int and type(self.last) in (int, float):
        ruby.check_elements(int(self.last) - self.first if self.last != float("inf") else 1 << 62)
        if type(self.last) is int:
            return list(range(self.first, self.last + (0 if self.excludes_last else 1)))
    return list(iterate(ruby, self))


def _size(_ruby: Interpreter, self: Range) -> Any:
    first, last = self.first, self.last
    if first is None and type(last) in (int, float):
        return float("inf")
    if type(first) is int:
        if last is None or last == float("inf"):
            return float("inf")
        if type(last) in (int, float):
            end = floor(last)
            excluded = self.excludes_last and end == last
            return max(0, end - first + (0 if excluded else 1))
    if type(first) is float and type(last) in (int, float):
        return max(0, floor(last - first + (0 if self.excludes_last else 1)))
    return None


def _count(ruby: Interpreter, self: Range, *arguments: object, block: Proc | None = None) -> object:
    if not arguments and block is None and type(self.first) in (int, type(None)):
        size = _size(ruby, self)
        if size is not None:
            return size
    check_count(ENUMERABLE["count"], arguments)
    return ENUMERABLE["count"](ruby, self, *arguments, block=block)


def _step_values(ruby: Interpreter, self: Range, step: Any) -> Iterator[Any]:
    first, last = self.first, self.last
    if first is None:
        is_float = type(step) is float or type(last) is float
        text = "no implicit conversion to float from nil"
        raise type_error(text if is_float else "nil can't be coerced into Integer")
    if type(first) is float or type(last) is float or type(step) is float:
        if type(first) is str:
            raise type_error("no implicit conversion to float from string")
        yield from _float_steps(ruby, self, step)
        return
    if type(first) is int:
        number = first
        while last is None or (number < last if self.excludes_last else number <= last):
            ruby.tick()
            yield number
            number += step
        return
    for index, item in enumerate(iterate(ruby, self)):
        if index % step == 0:
            yield item


def _float_steps(ruby: Interpreter, self: Range, step: Any) -> Iterator[float]:
    first, last = float(self.first), self.last
    if last is None:
        index = 0
        while True:
            ruby.tick()
            yield first + index * step
            index += 1

    span = (last - first) / step
    error = (abs(first) + abs(last) + abs(last - first)) / abs(step) * 2.220446049250313e-16
    error = min(error, 0.5)
    if self.excludes_last:
        count = floor(span - error) + 1 if span > 0 else 0
    else:
        count = floor(span + error) + 1 if span >= 0 else 0
    for index in range(count):
        ruby.tick()
        value = first + index * step
        yield min(value, float(last)) if step > 0 and not self.excludes_last else value


def _step(ruby: Interpreter, self: Range, step: Any = 1, *, block: Proc | None = None) -> Any:
    if type(step) not in (int, float):
        step = to_int(ruby, step)
    if step == 0:
        raise argument_error("step can't be 0")
    if step < 0 and type(self.first) is not int:
        raise argument_error("step can't be negative")
    if block is None:
        return Enumerator(self, "step", step, steps=lambda ruby: _step_values(ruby, self, step))
    if step < 0:
        raise argument_error("step can't be negative")
    call = block.direct(1)
    for item in _step_values(ruby, self, step):
        call(ruby, item)
    return self


def _min(ruby: Interpreter, self: Range, *arguments: object, block: Proc | None = None) -> object:
    if arguments or block is not None:
        check_count(ENUMERABLE["min"], arguments)
        return ENUMERABLE["min"](ruby, _to_a(ruby, self), *arguments, block=block)
    if self.first is None:
        raise RubyError("RangeError", "cannot get the minimum of beginless range")
    if self.last is None:
        return self.first
    order = compare(ruby, self.first, self.last)
    if order is None or order > 0 or (order == 0 and self.excludes_last):
        return None
    return self.first


def _max(ruby: Interpreter, self: Range, *arguments: object, block: Proc | None = None) -> object:
    if self.last is None:
        raise RubyError("RangeError", "cannot get the maximum of endless range")
    if arguments or block is not None or (self.excludes_last and type(self.last) is str):
        check_count(ENUMERABLE["max"], arguments)
        return ENUMERABLE["max"](ruby, _to_a(ruby, self), *arguments, block=block)
    order = 0 if self.first is None else compare(ruby, self.first, self.last)
    if order is None or order > 0:
        return None
    if not self.excludes_last:
        return self.last
    if type(self.last) is not int:
        raise type_error("cannot exclude non Integer end value")
    if type(self.first) is not int:
        raise type_error("cannot exclude end value with non Integer begin value")
    return None if order == 0 else self.last - 1


def _minmax(ruby: Interpreter, self: Range, *, block: Proc | None = None) -> list[Any]:
    if block is not None:
        return ENUMERABLE["minmax"](ruby, self, block=block)  # type: ignore[no-any-return]
    return [_min(ruby, self), _max(ruby, self)]


def _sum(ruby: Interpreter, self: Range, start: object = 0, *, block: Proc | None = None) -> object:
    if block is None and type(self.first) is type(self.last) is type(start) is int:
        last = self.last - 1 if self.excludes_last else self.last
        count = max(0, last - self.first + 1)
        return start + count * (self.first + last) // 2 if count else start
    return ENUMERABLE["sum"](ruby, self, start, block=block)


def new_range(ruby: Interpreter, first: object, last: object, excludes_last: bool = False) -> Range:
    """Make a range of ends that can be compared."""
    if first is not None and last is not None and compare(ruby, first, last) is None:
        raise argument_error("bad value for range")
    return Range(first, last, excludes_last)


def _equal(ruby: Interpreter, self: Range, other: object) -> bool:
    return (
        type(other) is Range
        and self.excludes_last == other.excludes_last
        and equal(ruby, self.first, other.first)
        and equal(ruby, self.last, other.last)
    )


def _step_by(ruby: Interpreter, self: Range, step: object) -> object:
    return _step(ruby, self, step)


METHODS: dict[str, Callable[..., Any]] = {
    "each": _each,
    "reverse_each": _reverse_each,
    "first": _first,
    "begin": lambda _ruby, self: self.first,
    "last": _last,
    "end": lambda _ruby, self: self.last,
    "exclude_end?": lambda _ruby, self: self.excludes_last,
    "min": _min,
    "max": _max,
    "minmax": _minmax,
    "sum": _sum,
    "size": _size,
    "count": _count,
    "to_a": _to_a,
    "entries": _to_a,
    "step": _step,
    "%": _step_by,
    "===": covers,
    "cover?": _cover,
    "include?": _includes,
    "member?": _includes,
    "==": _equal,
    "eql?": _equal,
    "to_s": lambda ruby, self: shown(ruby, self, to_s),
    "inspect": _inspect,
}
