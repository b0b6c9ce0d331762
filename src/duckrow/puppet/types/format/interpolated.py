"""Values as strings inside strings and in messages: `"${value}"` and `notice(value)`.

Nothing is quoted here, not even inside arrays and hashes, and undef is an empty string.
"""

from __future__ import annotations

from duckrow.puppet.values.deferred import Deferred
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import float_text, integer_text
from duckrow.ruby.values.to_s import other_to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def interpolated(value: object) -> str:
    """Write a value as it appears in an interpolated string."""
    rule = _RULES.get(type(value))
    return rule(value) if rule is not None else _other(value)


def object_to_s(value: object) -> str:
    """Write a value that is neither plain nor a container as Ruby's `to_s` does.

    A Deferred is written here: its class knows no types, which its arguments can contain.
    """
    if not isinstance(value, Deferred):
        return other_to_s(value)
    from duckrow.puppet.types.format.objects import written_object

    return written_object(value, None)


def _other(value: object) -> str:
    """Write a regular expression, a type or an object.

    Writing types imports a hundred files; most strings contain none of these.
    """
    from duckrow.puppet.types.describe.names import shown
    from duckrow.puppet.types.format.objects import is_object, written_object
    from duckrow.puppet.types.format.regexps import regexp_with_slashes
    from duckrow.puppet.types.model.base import Type
    from duckrow.regexp import RubyRegexp

    if isinstance(value, RubyRegexp):
        return regexp_with_slashes(value)
    if isinstance(value, Type):
        return _reference(value) if getattr(value, "_was_parameter", False) else shown(value)
    return written_object(value, None) if is_object(value) else str(value)


def _reference(value: Any) -> str:
    """Write a reference that came out of a parameter: without quotes, classes with capitals."""
    from duckrow.puppet.types.describe.names import shown
    from duckrow.puppet.types.model.references import ClassType
    from duckrow.puppet.types.type_text import capitalized

    if isinstance(value, ClassType):
        return f"Class[{capitalized(value.class_name)}]" if value.class_name else "Class"
    if value.title is None:
        return shown(value)
    return f"{capitalized(value.type_name)}[{value.title}]"


def _array(value: list[object]) -> str:
    return f"[{', '.join(map(interpolated, value))}]"


def _hash(value: dict[Any, Any]) -> str:
    pairs = (
        f"{interpolated(from_key(key))} => {interpolated(item)}" for key, item in value.items()
    )
    return f"{{{', '.join(pairs)}}}"


_RULES: dict[type, Callable[[Any], str]] = {
    str: lambda value: value,
    int: integer_text,
    float: float_text,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _value: "",
    list: _array,
    dict: _hash,
}
