"""Operators in compiled Ruby: the common cases at once, all others by calling the method."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import case_equal
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import type_error
from duckrow.ruby.literals import splat
from duckrow.ruby.state import STATE, check_number, check_size
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import MatchData, Symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def add(one: Any, other: Any) -> Any:
    kind = type(one)
    if kind is type(other):
        if kind is str:
            check_size(len(one) + len(other))
            return one + other
        if kind is int:
            return check_number(one + other)
        if kind is float:
            return one + other
    return send(one, "+", other)


def subtract(one: Any, other: Any) -> Any:
    return one - other if type(one) is type(other) is int else send(one, "-", other)


def multiply(one: Any, other: Any) -> Any:
    if type(one) is type(other) is int:
        return check_number(one * other)
    return send(one, "*", other)


def shift_left(one: Any, other: Any) -> Any:
    """Give one << other: a string is made anew, an array is changed."""
    if type(one) is str:
        check_size(len(one))
        if type(other) is int:
            return one + chr(other)
        if type(other) is not str:
            raise type_error(f"no implicit conversion of {_class(other)} into String")
        return one + other
    if type(one) is list:
        one.append(other)
        return one
    append = getattr(one, "ruby_append", None)
    if append is not None:  # the text of a template
        append(other)
        return one
    return send(one, "<<", other)


def _class(value: Any) -> str:
    from duckrow.ruby.core.basics import class_name

    return {"NilClass": "nil"}.get(class_name(value), class_name(value))


def match_operator(one: Any, other: Any) -> Any:
    """Give one =~ other: where the match begins, or nil."""
    if type(one) is str and type(other) is RubyRegexp:
        one, other = other, one
    if type(one) is RubyRegexp:
        if other is None:
            STATE.match = None
            return None
        text = other.name if type(other) is Symbol else other
        found = one.search(text)
        STATE.match = None if found is None else MatchData(found, one)
        return None if found is None else found.start()
    return send(one, "=~", other)


def named_group(name: str) -> Any:
    """Give what a named group of the last match holds."""
    found = STATE.match
    return None if found is None else found.regexp.named(found.match)[name]


def element(value: Any, *keys: Any) -> Any:
    """Give value[keys]."""
    if type(value) is dict and len(keys) == 1:
        found = value.get(to_key(keys[0]), MISSING)
        if found is not MISSING:
            return found
    elif type(value) is list and len(keys) == 1 and type(keys[0]) is int:
        index = keys[0]
        return value[index] if -len(value) <= index < len(value) else None
    return send(value, "[]", *keys)


def set_element(value: Any, new: Any, *keys: Any) -> Any:
    """Set value[keys] = new."""
    if type(value) is dict:
        value[to_key(keys[0])] = new
    else:
        send(value, "[]=", *keys, new)
    return new


def store_element(new: Any, value: Any, *keys: Any) -> Any:
    """Set value[keys] = new, where the new one is evaluated first."""
    return set_element(value, new, *keys)


def with_element(value: Any, new: Any, *keys: Any) -> Any:
    """Set value[keys] = new and give the value; of a string, a new one."""
    if type(value) is str:
        from duckrow.ruby.core.slicing import put

        return put(value, *keys, new)
    set_element(value, new, *keys)
    return value


def any_case(options: Any, value: Any) -> bool:
    return any(case_equal(option, value) for option in splat(options))
