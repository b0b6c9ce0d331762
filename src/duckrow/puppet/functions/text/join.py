"""join(array, delimiter): join the elements of an array into one string."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _join(_scope: Scope, array: list[Any], delimiter: str = "") -> str:
    try:
        return delimiter.join(array)
    except TypeError:  # not all elements are strings
        return delimiter.join([_text(item, delimiter) for item in array])


def _text(item: object, delimiter: str) -> str:
    if type(item) is list:
        return delimiter.join([_text(inner, delimiter) for inner in item])
    return text(item)


def text(value: Any) -> str:
    """Return a value as Ruby's to_s does."""
    if type(value) is str:
        return value
    if type(value) is int:
        return f"{value}"
    from duckrow.puppet.functions.helpers.ruby_text import inspect
    from duckrow.puppet.types.format.interpolated import interpolated
    from duckrow.regexp import RubyRegexp

    if type(value) is list or type(value) is dict:
        return inspect(value)
    return value.to_s() if type(value) is RubyRegexp else interpolated(value)


JOIN = Function("join", Form("Array arg", "String delimiter?", run=_join))
