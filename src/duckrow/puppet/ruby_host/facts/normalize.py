"""Values of facts from Ruby code: plain data, with strings as keys."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_TYPES = (
    "[Integer, Float, TrueClass, FalseClass, NilClass, Symbol, String, Array, Hash, Date, Time]"
)


class InvalidValueError(Exception):
    """A value that no fact can have."""


def normalize(ruby: Interpreter, value: object) -> object:
    """Return the value of a fact as plain data."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        if not value.isascii() and any("\udc80" <= char <= "\udcff" for char in value):
            raise InvalidValueError(
                f"String {inspect(ruby, value)} doesn't match the reported encoding UTF-8"
            )
        return value
    if type(value) is Symbol:
        return value.name
    if isinstance(value, list):
        return [normalize(ruby, each) for each in value]
    if isinstance(value, dict):
        return {to_s(ruby, from_key(key)): normalize(ruby, each) for key, each in value.items()}
    if class_name(value) in ("Time", "Date", "DateTime"):
        return to_s(ruby, send(ruby, value, "iso8601"))
    raise InvalidValueError(
        f"Expected {to_s(ruby, value)} to be one of {_TYPES}, but was {class_name(value)}"
    )
