"""Values as text in data and explanations, as Ruby shows them."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import float_text
from duckrow.ruby.values.quoting import inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def text_of(value: object) -> str:
    """Return a value as interpolated text: lists and hashes are inspected, undef is empty."""
    if type(value) is str:
        return value
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, Sensitive):
        return str(value)
    return "" if value is None else inspected(value)


def inspected(value: Any) -> str:
    """Return a value as Ruby's inspect shows it."""
    kind = type(value)
    if kind is str:
        return inspect_text(value)
    if value is None:
        return "nil"
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return float_text(value)
    if kind is list:
        return f"[{', '.join(map(inspected, value))}]"
    if kind is dict:
        pairs = (f"{inspected(from_key(key))}=>{inspected(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, Type):
        return shown(value)
    if isinstance(value, Default):
        return "default"
    return repr(value) if isinstance(value, Sensitive | Symbol) else str(value)


def plain(value: Any) -> object:
    """Return a value with JSON types; Sensitive and other values become text."""
    kind = type(value)
    if kind is list:
        return [plain(item) for item in value]
    if kind is dict:
        return {_plain_key(from_key(key)): plain(item) for key, item in value.items()}
    return value if kind in (str, int, float, bool) or value is None else text_of(value)


def _plain_key(key: object) -> object:
    return key if type(key) in (str, int, float, bool) or key is None else text_of(key)
