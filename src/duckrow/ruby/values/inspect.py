"""Values as Ruby's `inspect` shows them.

A class of values that Python does not have itself has a method `ruby_inspect`; without it a value
is shown as its text. Whoever runs Ruby code gives a function that calls the method of that code.
"""

from __future__ import annotations

from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import float_text, integer_text
from duckrow.ruby.values.quoting import inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def inspect_other(value: object) -> str:
    """Show a value that is neither plain nor a container."""
    from duckrow.data.symbol import Symbol

    if type(value) is Symbol:
        from duckrow.ruby.values.symbol_text import inspect_symbol

        return inspect_symbol(value.name)
    shown = getattr(value, "ruby_inspect", None)
    if shown is None:
        shown = getattr(value, "ruby_to_s", None)
    return str(value) if shown is None else str(shown())


def inspect(value: object, other: Callable[[object], str] = inspect_other) -> str:
    """Show a value; `other` shows values that are neither plain nor containers."""
    kind = type(value)
    if kind is str:
        return inspect_text(value)  # type: ignore[arg-type]
    if value is None:
        return "nil"
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return integer_text(value)  # type: ignore[arg-type]
    if kind is float:
        return float_text(value)  # type: ignore[arg-type]
    if isinstance(value, list):
        return "[" + ", ".join([inspect(item, other) for item in value]) + "]"
    if isinstance(value, dict):
        pairs = [
            f"{inspect(from_key(key), other)}=>{inspect(item, other)}"
            for key, item in value.items()
        ]
        return "{" + ", ".join(pairs) + "}"
    return other(value)
