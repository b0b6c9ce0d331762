"""Operators in compiled Ruby: the common cases at once, all others by calling the method."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import case_equal
from duckrow.ruby.core.convert import character
from duckrow.ruby.dispatch import counted, send, send_0, send_1, send_2
from duckrow.ruby.errors import type_error
from duckrow.ruby.interpreter import HUGE, MINUS_HUGE, check_number
from duckrow.ruby.literals import splat
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import CHANGES, MatchData, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


_NEVER_NIL = frozenset((str, int, float, bool, list, dict, Symbol, MatchData, RubyRegexp))


def add(ruby: Interpreter, one: Any, other: Any) -> Any:
    kind = type(one)
    if kind is type(other):
        if kind is str:
            ruby.check_size(len(one) + len(other))
            return one + other
        if kind is int:
            made = one + other
            return made if MINUS_HUGE < made < HUGE else check_number(made)
        if kind is float:
            return one + other
    return send(ruby, one, "+", other)


def subtract(ruby: Interpreter, one: object, other: object) -> object:
    return one - other if type(one) is type(other) is int else send(ruby, one, "-", other)


def less(ruby: Interpreter, one: Any, other: Any) -> Any:
    return one < other if type(one) is type(other) is int else send_1(ruby, one, "<", other)


def greater(ruby: Interpreter, one: Any, other: Any) -> Any:
    return one > other if type(one) is type(other) is int else send_1(ruby, one, ">", other)


def at_most(ruby: Interpreter, one: Any, other: Any) -> Any:
    return one <= other if type(one) is type(other) is int else send_1(ruby, one, "<=", other)


def at_least(ruby: Interpreter, one: Any, other: Any) -> Any:
    return one >= other if type(one) is type(other) is int else send_1(ruby, one, ">=", other)


def smaller_of(ruby: Interpreter, one: Any, other: Any) -> Any:
    """Return [one, other].min"""
    if type(one) is type(other) is int:
        return other if other < one else one
    return send_0(ruby, [one, other], "min")


def larger_of(ruby: Interpreter, one: Any, other: Any) -> Any:
    """Return [one, other].max"""
    if type(one) is type(other) is int:
        return other if other > one else one
    return send_0(ruby, [one, other], "max")


def is_nil(ruby: Interpreter, value: object) -> Any:
    """Return whether a value is nil; an object may say so of itself."""
    if value is None or type(value) in _NEVER_NIL:
        return value is None
    return send_0(ruby, value, "nil?")


def multiply(ruby: Interpreter, one: object, other: object) -> object:
    if type(one) is type(other) is int:
        return check_number(one * other)
    return send(ruby, one, "*", other)


def shift_left(ruby: Interpreter, one: object, other: object) -> object:
    """Return one << other: a string is made anew, an array is changed."""
    if type(one) is str:
        ruby.check_size(len(one))
        if type(other) is int:
            return one + character(other)
        if not isinstance(other, str):
            raise type_error(f"no implicit conversion of {conversion_name(other)} into String")
        return one + other
    if type(one) is list:
        one.append(other)
        return one
    append = getattr(one, "ruby_append", None)
    if append is not None:  # the text of a template
        append(ruby, other)
        return one
    if isinstance(one, str):
        from duckrow.ruby.core.objects.heirs import StringHeir

        if isinstance(one, StringHeir) and one.class_.find_method("<<") is None:
            return one.with_text(str(shift_left(ruby, str(one), other)))
    return send(ruby, one, "<<", other)


def match_operator(ruby: Interpreter, one: Any, other: Any) -> Any:
    """Return one =~ other: where the match begins, or nil."""
    if type(one) is str and type(other) is RubyRegexp:
        one, other = other, one
    if type(one) is RubyRegexp:
        if other is None:
            ruby.match = None
            return None
        text = other.name if type(other) is Symbol else other
        if type(text) is str and len(text) <= one.limit and text.isascii():
            found = one.find(text, 0)
        else:
            found = one.search(text)
        ruby.match = None if found is None else MatchData(found, one)
        return None if found is None else found.start()
    return send(ruby, one, "=~", other)


def named_group(ruby: Interpreter, name: str) -> Any:
    """Return the text of a named group of the last match."""
    found = ruby.match
    return None if found is None else found.regexp.named(found.match)[name]


def element(ruby: Interpreter, value: Any, key: object) -> object:
    """Return value[key]."""
    kind = type(value)
    if kind is RubyObject:  # resource[:name], which providers ask most of all
        class_ = value.class_
        method = class_.public.get("[]") if class_.counted == CHANGES.count else None
        if method is None:
            return send(ruby, value, "[]", key)
        try:
            return method(ruby, value, key)
        except TypeError as error:
            raise counted(error, method, (key,)) from None
    if kind is dict:
        return value.get(key if type(key) is str else to_key(key))  # a plain dict has no default
    if kind is list and type(key) is int:
        return value[key] if -len(value) <= key < len(value) else None
    if kind is MatchData and type(key) is int and 0 <= key <= value.regexp.group_count:
        return value.match[key]
    return send_1(ruby, value, "[]", key)


def element_number(ruby: Interpreter, value: Any, number: int) -> object:
    """Return value[number], where the code has the number: a group of a match, most of all."""
    if type(value) is MatchData and number <= value.regexp.group_count:
        return value.match[number]
    if type(value) is list:
        return value[number] if number < len(value) else None
    return element(ruby, value, number)


def element_at(ruby: Interpreter, value: object, *keys: object) -> object:
    """Return value[keys], where there are several keys, or none."""
    return element(ruby, value, *keys) if len(keys) == 1 else send(ruby, value, "[]", *keys)


def set_element(ruby: Interpreter, value: object, new: object, key: object) -> object:
    """Set value[key] = new."""
    if type(value) is dict:
        value[key if type(key) is str else to_key(key)] = new
    elif type(value) is list and type(key) is int and 0 <= key < len(value):
        value[key] = new
    else:
        send_2(ruby, value, "[]=", key, new)
    return new


def set_element_at(ruby: Interpreter, value: object, new: object, *keys: object) -> object:
    """Set value[keys] = new, where there are several keys, or none."""
    if len(keys) == 1:
        return set_element(ruby, value, new, *keys)
    send(ruby, value, "[]=", *keys, new)
    return new


def store_element(ruby: Interpreter, new: object, value: object, *keys: object) -> object:
    """Set value[keys] = new, where the new one is evaluated first."""
    return set_element_at(ruby, value, new, *keys)


def with_element(ruby: Interpreter, value: object, new: object, *keys: object) -> object:
    """Set value[keys] = new and return the value; of a string, a new one."""
    if type(value) is str:
        from duckrow.ruby.core.text.slicing import put

        return put(ruby, value, *keys, new)
    set_element_at(ruby, value, new, *keys)
    return value


def any_case(ruby: Interpreter, options: object, value: object) -> bool:
    return any(case_equal(ruby, option, value) for option in splat(ruby, options))
