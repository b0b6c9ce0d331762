"""Values as Ruby's `to_s` writes them, which is how Ruby interpolates them.

A class of values whose Python text is another one has a method `ruby_to_s`. Arrays and hashes
`inspect` what they contain.
"""

from __future__ import annotations

from duckrow.ruby.values.inspect import inspect, inspect_other
from duckrow.ruby.values.numbers import float_text, integer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def other_to_s(value: object) -> str:
    """Write a value that is neither plain nor a container."""
    written = getattr(value, "ruby_to_s", None)
    return str(value) if written is None else str(written())


def to_s(
    value: object,
    other: Callable[[object], str] = other_to_s,
    inspect_member: Callable[[object], str] = inspect_other,
) -> str:
    """Write a value.

    `other` writes values that are neither plain nor containers, and `inspect_member` shows them in
    containers.
    """
    kind = type(value)
    if kind is str:
        return value  # type: ignore[return-value]
    if kind is int:
        return integer_text(value)  # type: ignore[arg-type]
    if value is None:
        return ""
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return float_text(value)  # type: ignore[arg-type]
    if kind is list or kind is dict:
        return inspect(value, inspect_member)
    return other(value)
