"""Process, Signal and Timeout."""

from __future__ import annotations

from time import monotonic, process_time, time

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.host import LARGEST_PROCESS_ID, TimeLimit
from duckrow.ruby.library.host.asking import rejected
from duckrow.ruby.library.host.commands import exit_, spawn
from duckrow.ruby.library.host.signals import signal_number, signals
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_REALTIME, _MONOTONIC, _CPU = 0, 1, 2
_UNITS: dict[str, Callable[[float], object]] = {
    "second": int,
    "float_second": lambda value: value,
    "millisecond": lambda value: int(value * 1000),
    "float_millisecond": lambda value: value * 1000,
    "microsecond": lambda value: int(value * 1_000_000),
    "nanosecond": lambda value: int(value * 1_000_000_000),
}


class EndedCommand(TableValue):
    """The thread that Process.detach makes, at its end."""

    __slots__ = ("status",)

    ruby_class_name = "Process::Waiter"

    def __init__(self, status: object) -> None:
        self.status = status


EndedCommand.ruby_methods = {
    "value": lambda _ruby, self: self.status,
    "join": lambda _ruby, self, *_: self,
    "pid": lambda _ruby, self: self.status.pid,
    "alive?": lambda _ruby, _self: False,
    "status": lambda _ruby, _self: False,
}


def _own(name: str) -> Callable[..., int]:
    def asked(ruby: Interpreter, _self: object) -> int:
        from duckrow.machine import this_process

        ruby.host.machine("Process")
        found = getattr(this_process, name)()
        assert isinstance(found, int)
        return found

    return asked


def _clock(
    ruby: Interpreter, _self: object, clock: object = _REALTIME, unit: object = None
) -> object:
    ruby.host.machine("Process.clock_gettime")
    value = {_MONOTONIC: monotonic, _CPU: process_time}.get(to_int(ruby, clock), time)()
    return _UNITS["float_second" if unit is None else to_s(ruby, unit)](value)


def _kill(ruby: Interpreter, _self: object, signal: object, *pids: object) -> int:
    commands = ruby.host.machine("Process.kill").commands
    for pid in pids:
        number = to_int(ruby, pid)
        if abs(number) > LARGEST_PROCESS_ID:  # a command of Ruby code, which has ended
            raise RubyError("Errno::ESRCH", "No such process")
        try:
            commands.signal(number, signal_number(ruby, signal))
        except ProcessLookupError:
            raise RubyError("Errno::ESRCH", "No such process") from None
        except PermissionError:
            raise RubyError("Errno::EPERM", "Operation not permitted") from None
    return len(pids)


def _wait(ruby: Interpreter, _self: object, pid: object = -1, *_: object) -> int:
    """Return at once and set $?: a spawned command has ended when spawn returns."""
    ruby.host.machine("Process.wait")
    children = ruby.host.children
    wanted = to_int(ruby, pid)
    if wanted <= 0:
        wanted = next(iter(children), 0)
    if wanted not in children:
        raise RubyError("Errno::ECHILD", "No child processes")
    ruby.host.child_status = children.pop(wanted)
    return wanted


def _wait_two(ruby: Interpreter, self: object, *arguments: object) -> list[object]:
    return [_wait(ruby, self, *arguments), ruby.host.child_status]


def _wait_all(ruby: Interpreter, self: object) -> list[object]:
    return [_wait_two(ruby, self, pid) for pid in list(ruby.host.children)]


def _detach(ruby: Interpreter, self: object, pid: object) -> EndedCommand:
    """Return the thread that waits for a command."""
    _wait(ruby, self, pid)
    return EndedCommand(ruby.host.child_status)


def _daemon(_ruby: Interpreter, _self: object, *_: object) -> object:
    raise UnsupportedError("Process.fork")


def _within(
    ruby: Interpreter,
    _self: object,
    seconds: object,
    class_: object = None,
    message: object = None,
    *,
    block: Proc,
) -> object:
    """Run a block; commands and waiting in it end with Timeout::Error when the time is over."""
    host = ruby.host
    host.machine("Timeout.timeout")
    if not isinstance(seconds, int | float) or not seconds:
        return block(ruby, seconds)
    limit = TimeLimit(host, float(seconds))
    try:
        with limit:
            return block(ruby, seconds)
    except RubyError as error:
        own = error.class_name == "Timeout::Error" and limit.has_expired
        if own and isinstance(class_, RubyModule):
            text = "execution expired" if message is None else to_s(ruby, message)
            from duckrow.ruby.exceptions import error_of, new_exception

            raise error_of(ruby, new_exception(ruby, class_, text)) from None
        raise


class TimesValue(TableValue):
    """The answer of Process.times."""

    __slots__ = ()
    ruby_class_name = "Process::Tms"


TimesValue.ruby_methods = {
    "utime": lambda _ruby, _self: process_time(),
    "stime": lambda _ruby, _self: 0.0,
    "cutime": lambda _ruby, _self: 0.0,
    "cstime": lambda _ruby, _self: 0.0,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the modules."""
    from duckrow.ruby.constants import known_class

    singleton: dict[str, Callable[..., object]] = {
        "uid": _own("user_id"),
        "euid": _own("effective_user"),
        "gid": _own("group_id"),
        "egid": _own("effective_group"),
        "pid": _own("process_id"),
        "ppid": _own("parent_id"),
        "clock_gettime": _clock,
        "kill": _kill,
        "spawn": spawn,
        "wait": _wait,
        "waitpid": _wait,
        "wait2": _wait_two,
        "waitpid2": _wait_two,
        "waitall": _wait_all,
        "detach": _detach,
        "exit": exit_,
        "fork": _daemon,
        "daemon": _daemon,
        "times": lambda _ruby, _self: TimesValue(),
        "last_status": lambda ruby, _self: ruby.host.child_status,
    }
    object_ = known_class(ruby, "Object")
    methods = {"timeout": _within}
    error = RubyModule("Timeout::Error", known_class(ruby, "RuntimeError"))
    return {
        "Process": RubyModule("Process", is_class=False, singleton=singleton),
        "Process::Status": RubyModule("Process::Status", object_),
        "Process::CLOCK_REALTIME": _REALTIME,
        "Process::CLOCK_MONOTONIC": _MONOTONIC,
        "Process::CLOCK_PROCESS_CPUTIME_ID": _CPU,
        "Process::WNOHANG": 1,
        "Process::UID": RubyModule("Process::UID", is_class=False),
        "Signal": RubyModule(
            "Signal",
            is_class=False,
            singleton={
                "list": lambda _ruby, _self: {"EXIT": 0, **signals()},
                "trap": rejected("Signal.trap"),
            },
        ),
        "Timeout": RubyModule("Timeout", is_class=False, methods=methods, singleton=methods),
        "Timeout::Error": error,
        "Timeout::ExitException": RubyModule("Timeout::ExitException", object_),
        "TimeoutError": error,
    }
