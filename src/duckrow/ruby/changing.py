"""Strings that Ruby code changes in place, and where the changed ones go.

A string is a Python str, which cannot change. So a method that changes a string returns a new one,
and compiled code assigns it to the variable, the element or the attribute that held the old one. A
second variable that held the same string keeps the old one.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.calls import to_proc
from duckrow.ruby.dispatch import no_method, send
from duckrow.ruby.operators import shift_left
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def mutate(
    ruby: Interpreter, receiver: object, name: str, *arguments: object, block: Proc | None = None
) -> tuple[Any, Any]:
    """Call a method that may change a string; return the new receiver and the result."""
    if not isinstance(receiver, str):
        return receiver, send(ruby, receiver, name, *arguments, block=block)
    from duckrow.ruby.core.text.string_mutators import MUTATORS, call_mutator

    mutator = MUTATORS.get(name)
    if type(receiver) is not str:
        from duckrow.ruby.core.objects.heirs import StringHeir

        assert isinstance(receiver, StringHeir)
        if mutator is None or receiver.class_.find_method(name) is not None:
            return receiver, send(ruby, receiver, name, *arguments, block=block)
        new, result = call_mutator(ruby, mutator, str(receiver), arguments, block)
        return receiver.with_text(new), result
    if mutator is None:
        raise no_method(ruby, receiver, name)
    return call_mutator(ruby, mutator, receiver, arguments, block)


def mutate_call(
    ruby: Interpreter,
    sender: Callable[..., object],
    holder: object,
    called: str,
    given: tuple[object, ...],
    name: str,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Call a method that may change the string that another call returns: a.b.strip!."""
    value = sender(ruby, holder, called, *given)
    if not isinstance(value, str):
        return send(ruby, value, name, *arguments, block=block)
    new, result = mutate(ruby, value, name, *arguments, block=block)
    if new is not value:
        _put_back(holder, called, given, value, new)
    return result


def append_to_call(
    ruby: Interpreter,
    sender: Callable[..., object],
    holder: object,
    called: str,
    given: tuple[object, ...],
    *added: object,
) -> object:
    """Append to what a call returns: a.b << c."""
    value = sender(ruby, holder, called, *given)
    made = value
    for each in added:
        made = shift_left(ruby, made, each)
    if isinstance(value, str):
        _put_back(holder, called, given, value, made)
    return made


def _put_back(
    holder: object, called: str, given: tuple[object, ...], old: str, new: object
) -> None:
    """Replace a string where the object that returned it holds it."""
    if isinstance(holder, list):
        index = {"first": 0, "last": -1}.get(called)
        if called in ("fetch", "at") and given and type(given[0]) is int:
            index = given[0]
        if index is not None and holder and not (called in ("first", "last") and given):
            holder[index] = new
    elif isinstance(holder, dict):
        if called == "fetch" and given and to_key(given[0]) in holder:
            holder[to_key(given[0])] = new
    elif isinstance(holder, RubyObject | RubyModule):
        names = [name for name, value in holder.variables.items() if value is old]
        if called in names:
            names = [called]
        if len(names) == 1:  # else it is unknown which of them is meant
            holder.variables[names[0]] = new


def each_mutated(ruby: Interpreter, receiver: object, name: str) -> object:
    """Call a method that changes strings for each element: each(&:strip!)."""
    if not isinstance(receiver, list):
        return send(ruby, receiver, "each", block=to_proc(ruby, Symbol(name)))
    for index, item in enumerate(receiver):
        receiver[index], _ = mutate(ruby, item, name)
    return receiver


def changed(into: list[object], *values: object) -> None:
    """Note the values that the parameters of a block have at its end."""
    into[:] = values


def each_changing(
    ruby: Interpreter,
    receiver: Any,
    name: str,
    written: list[object],
    *,
    block: Proc,
) -> object:
    """Call each with a block that may change the strings it gets; they stay changed."""
    if isinstance(receiver, list):
        index = 0
        while index < len(receiver):
            item = receiver[index]
            if name == "each_with_index":
                block(ruby, item, index)
            else:
                block(ruby, item)
            if isinstance(item, str) and written and index < len(receiver):
                receiver[index] = written[0]
            index += 1
        return receiver
    if isinstance(receiver, dict) and (name == "each_value" or block.count == 2):
        for key in list(receiver):
            value = receiver[key]
            if name == "each_value":
                block(ruby, value)
            else:
                block(ruby, from_key(key), value)
            if isinstance(value, str) and written and key in receiver:
                receiver[key] = written[-1]
        return receiver
    return send(ruby, receiver, name, block=block)
