"""Calling methods: from a receiver and a name to the Python function that is the method.

Methods of Ruby's own classes are in `core`, one file per class with a table METHODS. A method is a
Python function of the receiver and the arguments; one that takes a block has a parameter `block`.
The tables of a class and of what it builds on are joined when a value of that class first gets a
call, so a template that never touches a Range never imports it.

Python objects that stand for something of Puppet's have `ruby_send(name, arguments, block)` and
decide for themselves; so do instances of classes written in Ruby.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.hash_default import DefaultHash
from duckrow.ruby.errors import RubyError, wrong_count
from duckrow.ruby.state import STATE
from duckrow.ruby.values.kinds import MatchData, Proc, Range, RubyModule, RubyObject, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    Method = Callable[..., Any]

# What each kind of value knows, the most general first; each is a file in `core`.
CORE: dict[type, tuple[str, ...]] = {
    str: ("object", "comparable", "string", "string_more", "shell_text"),
    int: ("object", "comparable", "numeric", "integer"),
    float: ("object", "comparable", "numeric", "float"),
    bool: ("object", "boolean"),
    type(None): ("object", "nil"),
    list: ("object", "enumerable", "array", "array_more"),
    dict: ("object", "enumerable", "hash"),
    DefaultHash: ("object", "enumerable", "hash"),
    Symbol: ("object", "comparable", "symbol"),
    Range: ("object", "enumerable", "range"),
    Proc: ("object", "proc"),
    RubyRegexp: ("object", "regexp"),
    MatchData: ("object", "match_data"),
    RubyModule: ("object", "module"),
    RubyObject: ("object",),
}
_TABLES: dict[type, dict[str, Method]] = {}
# Functions that every object has, for itself only.
_PRIVATE = frozenset(
    "Array Complex Float Hash Integer Rational String abort at_exit autoload binding caller catch "
    "eval exec exit exit! fail fork format gem gets global_variables initialize lambda load "
    "local_variables loop open p pp print printf proc putc puts raise rand readline readlines "
    "require require_relative select set_trace_func sleep spawn sprintf srand syscall system test "
    "throw trap warn".split()
)
# The same for kinds of values whose methods are all in the table.
_PLAIN: dict[type, dict[str, Method]] = {}
_ASKED_THEMSELVES = (RubyModule, RubyObject)


def methods_of(kind: type) -> dict[str, Method]:
    """Give the methods of a kind of value."""
    table = _TABLES.get(kind)
    if table is None:
        table = {}
        own = next((CORE[each] for each in kind.__mro__ if each in CORE), None)
        for part in own or ("object",):
            table.update(import_module(f"duckrow.ruby.core.{part}").METHODS)
        if own is None:
            table.update(STATE.known.host.methods())
        _TABLES[kind] = table
        if kind not in _ASKED_THEMSELVES and not hasattr(kind, "ruby_send"):
            _PLAIN[kind] = table
    return table


def send(receiver: Any, name: str, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method."""
    kind = type(receiver)
    table = _PLAIN.get(kind)
    if table is None:
        if hasattr(kind, "ruby_send"):
            return receiver.ruby_send(name, arguments, block)
        if kind is RubyObject:
            return send_object(receiver, name, arguments, block)
        if kind is RubyModule:
            method = receiver.find_singleton(name)
            if method is not None:
                return call_method(method, receiver, arguments, block)
        table = methods_of(kind)
    method = table.get(name) or _added(receiver, name)
    if method is None:
        raise no_method(receiver, name)
    if block is None:
        try:
            return method(receiver, *arguments)
        except TypeError as error:
            raise _counted(error, method, arguments) from None
    return call_method(method, receiver, arguments, block)


def _added(receiver: Any, name: str) -> Method | None:
    """Give a method that Ruby code has added to one of Ruby's own classes."""
    from duckrow.ruby.constants import class_of

    return class_of(receiver).find_method(name)


def call_method(
    method: Method, receiver: Any, arguments: tuple[Any, ...], block: Proc | None
) -> Any:
    """Call the function of a method; a block is handed to those that take one."""
    try:
        if block is not None and takes_block(method):
            return method(receiver, *arguments, block=block)
        return method(receiver, *arguments)
    except TypeError as error:
        raise _counted(error, method, arguments) from None


def takes_block(method: Method) -> bool:
    """Tell whether a method has a parameter for its block."""
    code = getattr(method, "__code__", None)
    return code is not None and _has_block(code)


@lru_cache(maxsize=4000)
def _has_block(code: CodeType) -> bool:
    # Of the code, not of the method: that would keep all it was made for.
    return "block" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def send_object(
    receiver: RubyObject, name: str, arguments: tuple[Any, ...], block: Proc | None
) -> Any:
    """Call a method of an instance of a class: its own, or one that all objects have."""
    method = receiver.class_.find_method(name) or methods_of(RubyObject).get(name)
    if method is None:
        missing = receiver.class_.find_method("method_missing")
        if missing is None:
            raise no_method(receiver, name)
        from duckrow.ruby.values.kinds import symbol

        return call_method(missing, receiver, (symbol(name), *arguments), block)
    return call_method(method, receiver, arguments, block)


def responds_to(receiver: Any, name: str) -> bool:
    """Tell whether a value has a method."""
    kind = type(receiver)
    if hasattr(kind, "ruby_responds_to"):
        return bool(receiver.ruby_responds_to(name))
    if kind is RubyObject and receiver.class_.find_method(name) is not None:
        return True
    if kind is RubyModule and receiver.find_singleton(name) is not None:
        return True
    return name in methods_of(kind) or _added(receiver, name) is not None


def no_method(receiver: Any, name: str) -> RubyError:
    """Give the error about a method that a value does not have."""
    from duckrow.ruby.core.basics import described

    fault = "private method `{}' called" if name in _PRIVATE else "undefined method `{}'"
    made = RubyError("NoMethodError", f"{fault.format(name)} for {described(receiver)}")
    made.missing = (receiver, name)
    return made


def _counted(error: TypeError, method: Method, arguments: tuple[Any, ...]) -> Exception:
    """Tell a wrong number of arguments from a fault inside the method."""
    trace = error.__traceback__
    depth = 0
    while trace is not None:
        depth += 1
        trace = trace.tb_next
    code = getattr(method, "__code__", None)
    if depth > 1:
        return error
    if code is None:
        return wrong_count(len(arguments), "0")  # Python's own functions are methods without any
    has_block = "block" in code.co_varnames[: code.co_argcount]
    most = code.co_argcount - 1 - has_block
    least = most + has_block - len(getattr(method, "__defaults__", None) or ())
    if code.co_flags & 4:
        return wrong_count(len(arguments), f"{least}+")
    return wrong_count(len(arguments), str(most) if least == most else f"{least}..{most}")
