"""The methods that modules call most: the common cases at once, all others by calling the method.

Each word gets the name that the code calls the method by, where a method has several names.
"""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import is_a
from duckrow.ruby.dispatch import send_0, send_1
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import MatchData, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def count_of(ruby: Interpreter, value: Any, name: str) -> Any:
    """Return value.length or value.size."""
    kind = type(value)
    if kind is str or kind is list or kind is dict:
        return len(value)
    return send_0(ruby, value, name)


def is_empty(ruby: Interpreter, value: Any, name: str) -> Any:
    """Return value.empty?"""
    kind = type(value)
    if kind is str or kind is list or kind is dict:
        return not value
    return send_0(ruby, value, name)


def first_of(ruby: Interpreter, value: Any, name: str) -> Any:
    """Return value.first"""
    if type(value) is list:
        return value[0] if value else None
    return send_0(ruby, value, name)


def last_of(ruby: Interpreter, value: Any, name: str) -> Any:
    """Return value.last"""
    if type(value) is list:
        return value[-1] if value else None
    return send_0(ruby, value, name)


def includes(ruby: Interpreter, value: Any, name: str, wanted: Any) -> Any:
    """Return value.include?(wanted)."""
    kind = type(value)
    if kind is dict:
        return (wanted if type(wanted) is str else to_key(wanted)) in value
    if kind is str and type(wanted) is str:
        return wanted in value
    return send_1(ruby, value, name, wanted)


def has_key(ruby: Interpreter, value: Any, name: str, key: object) -> Any:
    """Return value.key?(key) or value.has_key?(key)."""
    if type(value) is dict:
        return (key if type(key) is str else to_key(key)) in value
    return send_1(ruby, value, name, key)


def is_kind_of(ruby: Interpreter, value: Any, name: str, class_: Any) -> Any:
    """Return value.is_a?(class_) or value.kind_of?(class_)."""
    if type(value) in ruby.plain and type(class_) is RubyModule:
        return is_a(ruby, value, class_)
    return send_1(ruby, value, name, class_)


def push(ruby: Interpreter, value: Any, name: str, item: object) -> Any:
    """Return value.push(item)."""
    if type(value) is list:
        value.append(item)
        return value
    return send_1(ruby, value, name, item)


def match_of(ruby: Interpreter, value: Any, name: str, text: Any) -> Any:
    """Return value.match(text), which is the last match then."""
    if (
        type(value) is RubyRegexp
        and type(text) is str
        and len(text) <= value.limit
        and text.isascii()
    ):
        found = value.find(text, 0)
        if found is None:
            ruby.match = None
            return None
        made = ruby.match = MatchData(found, value)
        return made
    return send_1(ruby, value, name, text)
