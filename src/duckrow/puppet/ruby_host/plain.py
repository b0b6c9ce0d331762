"""Values of Ruby as plain values: for messages, reports and the state that survives a run."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_SAME = frozenset((str, int, float, bool, type(None)))


def plain(ruby: Interpreter, value: object) -> object:
    """Return a value whose symbols and objects are strings."""
    kind = type(value)
    if kind in _SAME:
        return value
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, list):
        return [plain(ruby, item) for item in value]
    if isinstance(value, dict):
        return {
            to_key(plain(ruby, from_key(key))): plain(ruby, item) for key, item in value.items()
        }
    return to_s(ruby, value)
