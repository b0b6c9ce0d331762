"""Thread, Mutex, Monitor, Queue and ConditionVariable.

Code of modules runs in one thread: a new thread runs to its end when it is made.
"""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.convert import to_name
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class ThreadValue(TableValue):
    """A thread that has ended; `error` is raised when its value is asked for."""

    __slots__ = ("error", "locals", "value")

    ruby_class_name = "Thread"

    def __init__(self) -> None:
        self.value: object = None
        self.error: RubyError | None = None
        self.locals: dict[str, object] = {}


def _join(_ruby: Interpreter, self: ThreadValue, *_: object) -> ThreadValue:
    if self.error is not None:
        raise self.error
    return self


def _value(ruby: Interpreter, self: ThreadValue) -> object:
    return _join(ruby, self).value


def _set_local(ruby: Interpreter, self: ThreadValue, name: object, value: object) -> object:
    self.locals[to_name(ruby, name)] = value
    return value


ThreadValue.ruby_methods = {
    "join": _join,
    "value": _value,
    "alive?": lambda _ruby, _self: False,
    "status": lambda _ruby, _self: False,
    "kill": lambda _ruby, self: self,
    "exit": lambda _ruby, self: self,
    "[]": lambda ruby, self, name: self.locals.get(to_name(ruby, name)),
    "[]=": _set_local,
    "key?": lambda ruby, self, name: to_name(ruby, name) in self.locals,
    "thread_variable_get": lambda ruby, self, name: self.locals.get(to_name(ruby, name)),
    "thread_variable_set": _set_local,
    "abort_on_exception=": lambda _ruby, _self, value: value,
    "report_on_exception=": lambda _ruby, _self, value: value,
    "priority=": lambda _ruby, _self, value: value,
}


def _start(ruby: Interpreter, _self: object, *arguments: object, block: Proc) -> ThreadValue:
    made = ThreadValue()
    try:
        made.value = block(ruby, *arguments)
    except RubyError as error:
        made.error = error
    return made


def _locked(ruby: Interpreter, _self: object, *_: object, block: Proc | None = None) -> object:
    return None if block is None else block(ruby)


def _itself(_ruby: Interpreter, self: object, *_: object) -> object:
    return self


_LOCK: dict[str, Callable[..., object]] = {
    "synchronize": _locked,
    "mon_synchronize": _locked,
    "lock": _itself,
    "unlock": _itself,
    "enter": _itself,
    "exit": _itself,
    "mon_enter": _itself,
    "mon_exit": _itself,
    "mon_initialize": _itself,
    "try_lock": lambda _ruby, _self: True,
    "locked?": lambda _ruby, _self: False,
    "owned?": lambda _ruby, _self: False,
    "new_cond": _itself,
    "wait": _itself,
    "signal": _itself,
    "broadcast": _itself,
}
_ITEMS = " items"


def _items(self: RubyObject) -> list[object]:
    found = self.variables.setdefault(_ITEMS, [])
    assert isinstance(found, list)
    return found


def _push(_ruby: Interpreter, self: RubyObject, item: object) -> RubyObject:
    _items(self).append(item)
    return self


def _pop(_ruby: Interpreter, self: RubyObject, *_: object) -> object:
    items = _items(self)
    if not items:
        raise RubyError("ThreadError", "queue empty")
    return items.pop(0)


_QUEUE: dict[str, Callable[..., object]] = {
    "push": _push,
    "<<": _push,
    "enq": _push,
    "pop": _pop,
    "shift": _pop,
    "deq": _pop,
    "empty?": lambda _ruby, self: not _items(self),
    "size": lambda _ruby, self: len(_items(self)),
    "length": lambda _ruby, self: len(_items(self)),
    "close": _itself,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes."""
    object_ = known_class(ruby, "Object")
    current = ThreadValue()
    singleton: dict[str, Callable[..., object]] = {
        "new": _start,
        "start": _start,
        "fork": _start,
        "current": lambda _ruby, _self: current,
        "main": lambda _ruby, _self: current,
        "pass": lambda _ruby, _self: None,
        "abort_on_exception=": lambda _ruby, _self, value: value,
        "exclusive": _locked,
    }
    mutex = RubyModule("Mutex", object_, methods=_LOCK)
    queue = RubyModule("Queue", object_, methods=_QUEUE)
    return {
        "Thread": RubyModule("Thread", object_, singleton=singleton),
        "Mutex": mutex,
        "Thread::Mutex": mutex,
        "Monitor": RubyModule("Monitor", object_, methods=_LOCK),
        "MonitorMixin": RubyModule("MonitorMixin", is_class=False, methods=_LOCK),
        "ConditionVariable": RubyModule("ConditionVariable", object_, methods=_LOCK),
        "Queue": queue,
        "Thread::Queue": queue,
        "SizedQueue": queue,
    }
