"""Conversion of values between manifests and Ruby.

Strings, numbers, arrays and hashes are the same in both. `default` is the symbol :default, and
undef is nil at the top and, for functions of the older API, :undef inside. Symbols from Ruby become
strings.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.values.default import DEFAULT
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAME = frozenset((str, int, float, bool, type(None)))


def to_ruby(value: Any) -> Any:
    """Return a value of a manifest to Ruby: arrays and hashes are copies that may be changed."""
    kind = type(value)
    if kind in SAME:
        return value
    if kind is list:
        if SAME.issuperset(map(type, value)):
            return value.copy()
        return [to_ruby(item) for item in value]
    if kind is dict:
        if SAME.issuperset(map(type, value.values())):
            return value.copy()
        return {key: to_ruby(item) for key, item in value.items()}
    if value is DEFAULT:
        return symbol("default")
    from duckrow.puppet.types.objects.value import PuppetObject

    if isinstance(value, PuppetObject):
        from duckrow.puppet.ruby_code.objects import ObjectHost

        return ObjectHost(value)
    return value


def to_older(value: Any) -> Any:
    """Return a value to a function of the older family, which sees references as resources."""
    kind = type(value)
    if kind in SAME:
        return value
    if kind is list:
        return [to_older(item) for item in value]
    if kind is dict:
        return {key: to_older(item) for key, item in value.items()}

    if isinstance(value, (ClassType, ResourceType)):
        from duckrow.puppet.ruby_code.catalog import ReferenceHost

        return ReferenceHost(value)
    return to_ruby(value)


def as_given(value: Any) -> Any:
    """Take a value that Ruby code passes to a function in Ruby: symbols stay symbols."""
    kind = type(value)
    if kind is Symbol and value.name not in ("undef", "default"):
        return value
    if kind is list:
        return [as_given(item) for item in value]
    if kind is dict:
        return {_key_as_given(key): as_given(item) for key, item in value.items()}
    if isinstance(value, str):
        return str(value)  # of a class that inherits from String
    return from_ruby(value)


def _key_as_given(key: Any) -> Any:
    value = from_key(key)
    return key if type(value) is Symbol else to_key(from_ruby(value))


def from_ruby(value: Any) -> Any:
    """Take a value back from Ruby."""
    kind = type(value)
    if kind in SAME:
        return value
    if kind is Symbol:
        if value.name == "undef":
            return None
        return DEFAULT if value.name == "default" else value.name
    if kind is list:
        if SAME.issuperset(map(type, value)):
            return value.copy()
        return [from_ruby(item) for item in value]
    if isinstance(value, dict):
        return {to_key(from_ruby(from_key(key))): from_ruby(item) for key, item in value.items()}
    return getattr(value, "puppet_value", value)
