"""What compiled patterns ask of a value: its elements, its entries."""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.ruby.interpreter import Interpreter


def always(_value: object) -> bool:
    """Return true; the argument has done its work."""
    return True


def no_pattern(ruby: Interpreter, value: object) -> NoReturn:
    """Raise the error about a value that no pattern matches."""
    raise RubyError("NoMatchingPatternError", inspect(ruby, value))


def pattern_items(ruby: Interpreter, value: object, count: int, rest: int) -> list[object] | None:
    """Return the values for the parts of an array pattern, or None if their number differs."""
    if not isinstance(value, list):
        if not responds_to(ruby, value, "deconstruct"):
            return None
        value = send(ruby, value, "deconstruct")
    if not isinstance(value, list):
        return None
    if rest < 0:
        return value if len(value) == count else None
    after = count - rest - 1
    if len(value) < count - 1:
        return None
    end = len(value) - after
    return [*value[:rest], value[rest:end], *value[end:]]


def pattern_entries(
    ruby: Interpreter, value: object, is_exact: bool, *keys: object
) -> list[object] | None:
    """Return the values of the keys and the other entries, or None if a key is missing."""
    if not isinstance(value, dict):
        if not responds_to(ruby, value, "deconstruct_keys"):
            return None
        value = send(ruby, value, "deconstruct_keys", None)
    if not isinstance(value, dict):
        return None
    wanted = [to_key(each) for each in keys]
    if any(each not in value for each in wanted) or (is_exact and len(value) != len(wanted)):
        return None
    others = {key: each for key, each in value.items() if key not in wanted}
    return [*(value[each] for each in wanted), others]
