"""Arguments of core methods: Ruby's implicit conversions, and the errors when they fail."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.compare import no_order_message
from duckrow.ruby.values.kinds import Range, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def to_ary(ruby: Interpreter, value: object) -> list[object]:
    """Take an argument that must be an array."""
    if isinstance(value, list):
        return value
    own = _own_array(ruby, value)
    if own is None:
        raise type_error(f"no implicit conversion of {conversion_name(value)} into Array")
    return own


def _own_array(ruby: Interpreter, value: object) -> list[object] | None:
    """Return the array of an object that converts itself to one."""
    from duckrow.ruby.dispatch import responds_to, send

    if isinstance(value, RubyObject) and responds_to(ruby, value, "to_ary"):
        made = send(ruby, value, "to_ary")
        if type(made) is list:
            return made
    return None


def to_hash(_ruby: Interpreter, value: object) -> dict[Any, Any]:
    """Take an argument that must be a hash."""
    if isinstance(value, dict):
        return value
    raise type_error(f"no implicit conversion of {conversion_name(value)} into Hash")


def negative(ruby: Interpreter, value: object, what: str) -> int:
    """Take a number that must not be negative."""
    number = to_int(ruby, value)
    if number < 0:
        raise argument_error(what)
    return number


def range_bounds(ruby: Interpreter, wanted: Range, size: int) -> tuple[int, int] | None:
    """Return where a range begins in something of a size and how long it is, or None outside."""
    start = 0 if wanted.first is None else to_int(ruby, wanted.first)
    end = -1 if wanted.last is None else to_int(ruby, wanted.last)
    if start < 0:
        start += size
    if start < 0 or start > size:
        return None
    if end < 0:
        end += size
    if not (wanted.excludes_last and wanted.last is not None):
        end += 1
    return start, max(0, min(end, size) - start)


def comparison_failed(one: object, other: object) -> RubyError:
    """Return the error about two values that have no order."""
    return argument_error(no_order_message(one, other))


def options_of(arguments: tuple[object, ...]) -> tuple[tuple[Any, ...], dict[str, object]]:
    """Take keywords, which come as a last hash, from arguments."""
    if arguments and type(arguments[-1]) is dict:
        last = arguments[-1]
        if last and all(type(key) is Symbol for key in last):
            return arguments[:-1], {key.name: value for key, value in last.items()}
    return arguments, {}
