"""Calling methods: from a receiver and a name to the Python function that is the method.

Methods of Ruby's own classes are in `core`, one file per class with a table METHODS. A method is a
Python function of the receiver and the arguments; a method that takes a block has a parameter
`block`. The tables of a class and of its ancestors are joined when a value of that class first gets
a call, so a template that never touches a Range never imports it.

Python objects that represent something of Puppet's have `ruby_send(name, arguments, block)` and
dispatch for themselves; so do instances of classes written in Ruby.
"""

from __future__ import annotations

from importlib import import_module

from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.errors import RubyError, wrong_count
from duckrow.ruby.values.kinds import (
    CHANGES,
    MatchData,
    Proc,
    Range,
    RubyModule,
    RubyObject,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

    Method = Callable[..., object]

# The method tables of each kind of value, the most general first; each is a module in `core`.
CORE: dict[type, tuple[str, ...]] = {
    str: (
        "objects.object",
        "objects.comparable",
        "text.string",
        "text.string_more",
        "text.shell_text",
    ),
    int: ("objects.object", "objects.comparable", "numbers.numeric", "numbers.integer"),
    float: ("objects.object", "objects.comparable", "numbers.numeric", "numbers.float"),
    bool: ("objects.object", "objects.boolean"),
    type(None): ("objects.object", "objects.nil"),
    list: (
        "objects.object",
        "collections.enumerable",
        "collections.array",
        "collections.array_more",
    ),
    dict: ("objects.object", "collections.enumerable", "collections.hash"),
    DefaultHash: ("objects.object", "collections.enumerable", "collections.hash"),
    Symbol: ("objects.object", "objects.comparable", "text.symbol"),
    Range: ("objects.object", "collections.enumerable", "collections.range"),
    Proc: ("objects.object", "objects.proc"),
    RubyRegexp: ("objects.object", "text.regexp"),
    MatchData: ("objects.object", "text.match_data"),
    RubyModule: ("objects.object", "objects.module", "objects.module_methods"),
    RubyObject: ("objects.object",),
}
# Functions that every object has, for itself only.
_PRIVATE = frozenset(
    "Array Complex Float Hash Integer Rational String abort at_exit autoload binding caller catch "
    "eval exec exit exit! fail fork format gem gets global_variables initialize lambda load "
    "local_variables loop open p pp print printf proc putc puts raise rand readline readlines "
    "require require_relative select set_trace_func sleep spawn sprintf srand syscall system test "
    "throw trap warn".split()
)
_ASKED_THEMSELVES = (RubyModule, RubyObject)
_NOTHING: dict[str, Method] = {}  # the methods of a kind of value that has not been asked yet


def methods_of(ruby: Interpreter, kind: type) -> dict[str, Method]:
    """Return the methods of a kind of value."""
    known = ruby.known
    table = known.tables.get(kind)
    if table is None:
        table = {}
        own: tuple[str, ...] | None = getattr(kind, "ruby_tables", None)
        if own is None:
            own = next((CORE[each] for each in kind.__mro__ if each in CORE), None)
        for part in own or ("objects.object",):
            table.update(import_module(f"duckrow.ruby.core.{part}").METHODS)
        if own is None:
            table.update(ruby.host.methods())
        known.tables[kind] = table
        if not issubclass(kind, _ASKED_THEMSELVES) and not hasattr(kind, "ruby_send"):
            known.plain[kind] = table
    return table


def send(
    ruby: Interpreter, receiver: Any, name: str, *arguments: Any, block: Proc | None = None
) -> Any:
    """Call a method."""
    kind = type(receiver)
    if kind is RubyObject:
        class_ = receiver.class_
        method = class_.public.get(name) if class_.counted == CHANGES.count else None
        method = method or class_.find_public(name) or _shared(ruby, receiver, name)
    elif kind is RubyModule:
        method = receiver.find_public_singleton(name) or _shared(ruby, receiver, name)
    else:
        table = ruby.plain.get(kind)
        if table is None:
            if hasattr(kind, "ruby_send"):
                return receiver.ruby_send(ruby, name, arguments, block)
            if isinstance(receiver, _ASKED_THEMSELVES):
                return send_object(ruby, receiver, name, arguments, block)
            table = methods_of(ruby, kind)
        method = table.get(name) or _added(ruby, receiver, name)
        if method is None:
            raise no_method(ruby, receiver, name)
    if method is None:
        return send_object(ruby, receiver, name, arguments, block)
    if block is not None or len(arguments) > 1:
        return call_method(ruby, method, receiver, arguments, block)
    try:
        return method(ruby, receiver, arguments[0]) if arguments else method(ruby, receiver)
    except TypeError as error:
        raise counted(error, method, arguments) from None


# Nearly all calls have a method that is known already, few arguments and no block. Python is much
# faster where their number is fixed, so these functions repeat what they share.


def send_0(ruby: Interpreter, receiver: Any, name: str) -> Any:
    """Call a method without arguments."""
    kind = type(receiver)
    try:
        if kind is RubyObject:
            class_ = receiver.class_
            method = class_.public[name] if class_.counted == CHANGES.count else None
        elif kind is RubyModule:
            is_new = receiver.counted == CHANGES.count
            method = receiver.public_singleton[name] if is_new else None
        else:
            method = ruby.plain[kind][name]
    except KeyError:
        method = None
    if method is None:
        return send(ruby, receiver, name)
    try:
        return method(ruby, receiver)
    except TypeError as error:
        raise counted(error, method, ()) from None


def send_1(ruby: Interpreter, receiver: Any, name: str, argument: Any) -> Any:
    """Call a method with one argument."""
    kind = type(receiver)
    try:
        if kind is RubyObject:
            class_ = receiver.class_
            method = class_.public[name] if class_.counted == CHANGES.count else None
        elif kind is RubyModule:
            is_new = receiver.counted == CHANGES.count
            method = receiver.public_singleton[name] if is_new else None
        else:
            method = ruby.plain[kind][name]
    except KeyError:
        method = None
    if method is None:
        return send(ruby, receiver, name, argument)
    try:
        return method(ruby, receiver, argument)
    except TypeError as error:
        raise counted(error, method, (argument,)) from None


def send_2(ruby: Interpreter, receiver: Any, name: str, first: Any, second: Any) -> Any:
    """Call a method with two arguments."""
    kind = type(receiver)
    try:
        if kind is RubyObject:
            class_ = receiver.class_
            method = class_.public[name] if class_.counted == CHANGES.count else None
        elif kind is RubyModule:
            is_new = receiver.counted == CHANGES.count
            method = receiver.public_singleton[name] if is_new else None
        else:
            method = ruby.plain[kind][name]
    except KeyError:
        method = None
    if method is None:
        return send(ruby, receiver, name, first, second)
    try:
        return method(ruby, receiver, first, second)
    except TypeError as error:
        raise counted(error, method, (first, second)) from None


def _shared(ruby: Interpreter, receiver: RubyObject | RubyModule, name: str) -> Method | None:
    """Return the method that all objects, or all classes, have, unless this one has its own."""
    if isinstance(receiver, RubyModule):
        known, own = receiver.public_singleton, receiver.find_singleton(name)
    else:
        known, own = receiver.class_.public, receiver.class_.find_method(name)
    if own is not None or name in ruby.known.hidden:
        return None
    found = methods_of(ruby, type(receiver)).get(name)
    if found is not None:
        known[name] = found
    return found


def _added(ruby: Interpreter, receiver: object, name: str) -> Method | None:
    """Return a method that Ruby code has added to one of Ruby's own classes."""
    from duckrow.ruby.constants import class_of

    return class_of(ruby, receiver).find_method(name)


def call_method(
    ruby: Interpreter,
    method: Method,
    receiver: object,
    arguments: tuple[object, ...],
    block: Proc | None,
) -> object:
    """Call the function of a method; a block is handed to those that take one."""
    try:
        if block is not None and takes_block(method):
            if not arguments:
                return method(ruby, receiver, block=block)
            return method(ruby, receiver, *arguments, block=block)
        if not arguments:
            return method(ruby, receiver)
        if len(arguments) == 1:
            return method(ruby, receiver, arguments[0])
        return method(ruby, receiver, *arguments)
    except TypeError as error:
        raise counted(error, method, arguments) from None


def takes_block(method: Method) -> bool:
    """Return whether a method has a parameter for its block."""
    code = method.__code__
    # A block is nearly always the only parameter that is given by name.
    return code.co_kwonlyargcount > 0 or "block" in code.co_varnames[: code.co_argcount]


def send_object(
    ruby: Interpreter,
    receiver: RubyObject | RubyModule,
    name: str,
    arguments: tuple[object, ...],
    block: Proc | None,
) -> Any:
    """Call a method of an object or class: its own, or one that all objects have."""
    method = method_of(ruby, receiver, name)
    if method is None:
        missing = missing_method(ruby, receiver)
        if missing is None:
            raise no_method(ruby, receiver, name)
        return call_method(ruby, missing, receiver, (symbol(name), *arguments), block)
    if name in ruby.known.hidden:
        shown = visibility(receiver, name)
        if shown == "private" or (shown == "protected" and not _may_call(ruby, receiver, name)):
            raise no_method(ruby, receiver, name, shown)
    return call_method(ruby, method, receiver, arguments, block)


def _may_call(ruby: Interpreter, receiver: RubyObject | RubyModule, name: str) -> bool:
    """Return whether the running method belongs to the class that has a protected method.

    Protected methods are rare, so calls do not pass their own object on: the frame knows it.
    """
    from duckrow.ruby.constants import class_of
    from duckrow.ruby.core.basics import is_a
    from duckrow.ruby.running import running_frame

    frame = running_frame()
    while frame is not None and "self" not in frame.f_locals:
        frame = running_frame(frame.f_back)  # a block that does not use self is part of another
    ancestors = class_of(ruby, receiver).ancestors()
    owner = next((each for each in ancestors if name in each.methods), None)
    caller = None if frame is None else frame.f_locals["self"]
    return caller is receiver if owner is None else is_a(ruby, caller, owner)


def method_of(ruby: Interpreter, receiver: Any, name: str) -> Method | None:
    """Return the method that a value has, or None."""
    if isinstance(receiver, RubyObject):
        return receiver.class_.find_method(name) or methods_of(ruby, type(receiver)).get(name)
    if isinstance(receiver, RubyModule):
        found = receiver.find_singleton(name)
        if found is not None:
            return found
    return methods_of(ruby, type(receiver)).get(name) or _added(ruby, receiver, name)


def missing_method(_ruby: Interpreter, receiver: object) -> Method | None:
    """Return the method_missing of an object or class."""
    if isinstance(receiver, RubyObject):
        return receiver.class_.find_method("method_missing")
    return receiver.find_singleton("method_missing") if isinstance(receiver, RubyModule) else None


def visibility(receiver: RubyObject | RubyModule, name: str) -> str:
    """Return whether a method of an object or class is public, private or protected."""
    if isinstance(receiver, RubyModule):
        return receiver.own_visibility(name)
    return receiver.class_.visibility(name)


def responds_to(
    ruby: Interpreter, receiver: Any, name: str, includes_private: bool = False
) -> bool:
    """Return whether a value has a method."""
    kind = type(receiver)
    if hasattr(kind, "ruby_responds_to"):
        return bool(receiver.ruby_responds_to(ruby, name))
    if method_of(ruby, receiver, name) is None:
        return False
    if name not in ruby.known.hidden or not isinstance(receiver, _ASKED_THEMSELVES):
        return True
    shown = visibility(receiver, name)
    return shown == "public" or (includes_private and shown != "undefined")


_KINDS: dict[str, type] = {
    "String": str,
    "Integer": int,
    "Float": float,
    "TrueClass": bool,
    "FalseClass": bool,
    "NilClass": type(None),
    "Array": list,
    "Hash": dict,
    "Symbol": Symbol,
    "Range": Range,
    "Proc": Proc,
    "Regexp": RubyRegexp,
    "MatchData": MatchData,
    "Module": RubyModule,
    "Class": RubyModule,
}


def kind_named(module: RubyModule) -> type:
    """Return the kind of the instances of a class."""
    return next((_KINDS[e.name] for e in module.ancestors() if e.name in _KINDS), RubyObject)


def no_method(ruby: Interpreter, receiver: object, name: str, shown: str = "") -> RubyError:
    """Return the error about a method that a value does not have, or does not show."""
    from duckrow.ruby.core.basics import described

    shown = shown or ("private" if name in _PRIVATE else "")
    fault = f"{shown} method `{name}' called" if shown else f"undefined method `{name}'"
    made = RubyError("NoMethodError", f"{fault} for {described(ruby, receiver)}")
    made.missing = (receiver, name)
    return made


def counted(error: TypeError, method: Method, arguments: tuple[object, ...]) -> Exception:
    """Return ArgumentError for a wrong number of arguments, else the error inside the method."""
    trace = error.__traceback__
    depth = 0
    while trace is not None:
        depth += 1
        trace = trace.tb_next
    if depth > 1:
        return error
    code = method.__code__
    has_block = "block" in code.co_varnames[: code.co_argcount]
    own = 3 if hasattr(method, "__self__") else 2  # the interpreter, self, and Python's own self
    most = code.co_argcount - own - has_block
    least = most + has_block - len(getattr(method, "__defaults__", None) or ())
    if code.co_flags & 4:
        return wrong_count(len(arguments), f"{least}+")
    return wrong_count(len(arguments), str(most) if least == most else f"{least}..{most}")
