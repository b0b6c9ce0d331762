"""Values of parameters as a store has them: what JSON lacks is a string."""

from __future__ import annotations

from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource

_PLAIN = frozenset((str, int, bool, float, type(None)))
_RESERVED = ("__ptype", "__pvalue")


def stringified(_resource: Resource, _name: str, value: object) -> object:
    """Return the value of a parameter as plain data; nothing can turn it back."""
    return _data(value)


def _data(value: object) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [_data(item) for item in value]
    if isinstance(value, dict):
        return {_key(from_key(key)): _data(item) for key, item in value.items()}
    return _text(value)


def _key(key: object) -> str:
    text = key if isinstance(key, str) else _text(key)
    return f"reserved key: {text}" if text in _RESERVED else text


def _text(value: object) -> str:
    if isinstance(value, Default):
        return "default"
    if isinstance(value, Sensitive):
        return "#<Sensitive [value redacted]>"
    return interpolated(value)
