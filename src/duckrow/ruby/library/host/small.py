"""Small libraries: Benchmark, Singleton, Forwardable, RbConfig, Logger, StringScanner."""

from __future__ import annotations

import sys
from time import monotonic

from duckrow.regexp import RubyRegexp, regexp
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_name, to_str
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.core.objects.time import now
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import type_error
from duckrow.ruby.exceptions import is_exception
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import MatchData, Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

# ---- Benchmark


class TimesValue(TableValue):
    """Benchmark::Tms."""

    __slots__ = ("real",)

    ruby_class_name = "Benchmark::Tms"

    def __init__(self, real: float) -> None:
        self.real = real


TimesValue.ruby_methods = {
    "real": lambda _ruby, self: self.real,
    "total": lambda _ruby, self: self.real,
    "utime": lambda _ruby, self: self.real,
    "stime": lambda _ruby, _self: 0.0,
}


def _seconds(ruby: Interpreter, _self: object, *, block: Proc) -> float:
    start = monotonic()
    block(ruby)
    return monotonic() - start


def _measure(ruby: Interpreter, self: object, *_: object, block: Proc) -> TimesValue:
    return TimesValue(_seconds(ruby, self, block=block))


# ---- Singleton


_INSTANCE = " instance"  # of the class itself: a class below has its own


def _included(ruby: Interpreter, _self: object, class_: RubyModule) -> None:
    """Give a class its one instance."""

    def instance(ruby: Interpreter, self: RubyModule) -> object:
        if _INSTANCE not in self.variables:
            new = self.variables[_INSTANCE] = RubyObject(self)
            if self.find_method("initialize") is not None:
                send(ruby, new, "send", symbol("initialize"))
        return self.variables[_INSTANCE]

    class_.singleton["instance"] = instance
    send(ruby, class_, "private_class_method", symbol("new"), symbol("allocate"))


def _no_copy(word: str) -> Callable[..., object]:
    def copy(_ruby: Interpreter, self: RubyObject, *_: object) -> object:
        raise type_error(f"can't {word} instance of singleton {self.class_.name}")

    return copy


# ---- Forwardable


def _delegate(_ruby: Interpreter, self: RubyModule, accessor: str, method: str, name: str) -> None:
    def forwarded(
        ruby: Interpreter, receiver: RubyObject, *arguments: object, block: Proc | None = None
    ) -> object:
        if accessor.startswith("@"):
            target = receiver.variables.get(accessor[1:])
        else:
            target = send(ruby, receiver, "send", symbol(accessor))
        return send(ruby, target, method, *arguments, block=block)

    self.methods[name] = forwarded


def _def_delegator(
    ruby: Interpreter, self: RubyModule, accessor: object, method: object, name: object = None
) -> object:
    word = to_name(ruby, method)
    new = word if name is None else to_name(ruby, name)
    _delegate(ruby, self, to_name(ruby, accessor), word, new)
    return symbol(new)


def _def_delegators(
    ruby: Interpreter, self: RubyModule, accessor: object, *methods: object
) -> None:
    for each in methods:
        _def_delegator(ruby, self, accessor, each)


def _delegate_hash(ruby: Interpreter, self: RubyModule, table: object) -> None:
    for key, accessor in table.items() if isinstance(table, dict) else ():
        names = from_key(key)
        for each in names if isinstance(names, list) else [names]:
            _def_delegator(ruby, self, accessor, each)


_FORWARDABLE: dict[str, Callable[..., object]] = {
    "def_delegator": _def_delegator,
    "def_instance_delegator": _def_delegator,
    "def_delegators": _def_delegators,
    "def_instance_delegators": _def_delegators,
    "delegate": _delegate_hash,
    "instance_delegate": _delegate_hash,
}

# ---- RbConfig

_CONFIG: dict[str, str] = {
    "host_os": "linux-gnu",
    "target_os": "linux",
    "arch": "x86_64-linux-gnu",
    "host_cpu": "x86_64",
    "bindir": "/usr/bin",
    "ruby_install_name": "ruby3.1",
    "RUBY_INSTALL_NAME": "ruby3.1",
    "EXEEXT": "",
    "ruby_version": "3.1.0",
    "MAJOR": "3",
    "MINOR": "1",
    "TEENY": "2",
    "sitelibdir": "/usr/local/lib/site_ruby/3.1.0",
    "sitedir": "/usr/local/lib/site_ruby",
    "vendordir": "/usr/lib/ruby/vendor_ruby",
    "sysconfdir": "/etc",
    "prefix": "/usr",
}

# ---- Logger

_LEVELS = ("DEBUG", "INFO", "WARN", "ERROR", "FATAL", "UNKNOWN")
_LEVEL, _TARGET, _FORMAT, _NAME = " level", " target", " format", "progname"


def _new_logger(ruby: Interpreter, self: RubyObject, target: object = None, *rest: object) -> None:
    _, options = options_of(rest)
    if isinstance(target, str):
        target = send(ruby, find_constant(ruby, "File"), "open", target, "a")
    level = options.get("level", 0)
    self.variables |= {_TARGET: target, _LEVEL: _level(ruby, level), _FORMAT: None}
    self.variables[_NAME] = options.get("progname")


def _level(ruby: Interpreter, value: object) -> int:
    if isinstance(value, int):
        return value
    word = to_s(ruby, value).upper()
    return _LEVELS.index(word) if word in _LEVELS else 0


def _log_at(number: int) -> Callable[..., object]:
    def logged(
        ruby: Interpreter, self: RubyObject, message: object = None, *, block: Proc | None = None
    ) -> bool:
        return _add(ruby, self, number, message if block is None else block(ruby))

    return logged


def _add(
    ruby: Interpreter,
    self: RubyObject,
    severity: object,
    message: object = None,
    name: object = None,
    *,
    block: Proc | None = None,
) -> bool:
    number = _level(ruby, severity)
    least, target = self.variables.get(_LEVEL), self.variables.get(_TARGET)
    if target is None or (isinstance(least, int) and number < least):
        return True
    if message is None:
        message = name if block is None else block(ruby)
    word = _LEVELS[min(number, 5)].replace("UNKNOWN", "ANY")
    form = self.variables.get(_FORMAT)
    own = self.variables.get(_NAME)
    moment = now(ruby)
    if isinstance(form, Proc):
        line = to_s(ruby, form(ruby, word, moment, own, message))
    else:
        text = message if isinstance(message, str) else inspect(ruby, message)
        if is_exception(ruby, message):
            text = to_s(ruby, send(ruby, message, "message"))
        stamp = send(ruby, moment, "strftime", "%Y-%m-%dT%H:%M:%S.%6N")
        pid = send(ruby, find_constant(ruby, "Process"), "pid")
        program = "" if own is None else to_s(ruby, own)
        line = f"{word[0]}, [{stamp} #{pid}] {word:>5} -- {program}: {text}\n"
    send(ruby, target, "write", line)
    return True


def _set(name: str) -> Callable[..., object]:
    def assign(ruby: Interpreter, self: RubyObject, value: object) -> object:
        self.variables[name] = _level(ruby, value) if name == _LEVEL else value
        return value

    return assign


def _is_at(number: int) -> Callable[..., object]:
    def asked(_ruby: Interpreter, self: RubyObject) -> bool:
        level = self.variables.get(_LEVEL)
        return isinstance(level, int) and level <= number

    return asked


_LOGGER: dict[str, Callable[..., object]] = {
    "initialize": _new_logger,
    **{name.lower(): _log_at(number) for number, name in enumerate(_LEVELS)},
    **{f"{name.lower()}?": _is_at(number) for number, name in enumerate(_LEVELS)},
    "add": _add,
    "log": _add,
    "<<": lambda ruby, self, text: send(ruby, self.variables.get(_TARGET), "write", text),
    "level": lambda _ruby, self: self.variables.get(_LEVEL),
    "level=": _set(_LEVEL),
    "progname": lambda _ruby, self: self.variables.get(_NAME),
    "progname=": _set(_NAME),
    "formatter": lambda _ruby, self: self.variables.get(_FORMAT),
    "formatter=": _set(_FORMAT),
    "datetime_format=": lambda _ruby, _self, value: value,
    "close": lambda _ruby, _self: None,
}

# ---- StringScanner


class ScannerValue(TableValue):
    """A text that is read by patterns."""

    __slots__ = ("match", "position", "text")

    ruby_class_name = "StringScanner"

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.match: MatchData | None = None

    def try_(
        self, ruby: Interpreter, pattern: object, *, searches: bool, moves: bool
    ) -> str | None:
        """Match at the position, or search from there; return the text up to the match's end."""
        wanted = pattern if isinstance(pattern, RubyRegexp) else regexp(_quoted(ruby, pattern))
        rest = self.text[self.position :]
        found = wanted.search(rest)
        if found is None or (not searches and found.start() != 0):
            self.match = None
            return None
        self.match = MatchData(found, wanted)
        text = rest[: found.end()]
        if moves:
            self.position += len(text)
        return text


def _quoted(ruby: Interpreter, pattern: object) -> str:
    return str(send(ruby, find_constant(ruby, "Regexp"), "escape", to_str(ruby, pattern)))


def _scanning(*, searches: bool, moves: bool, counts: bool = False) -> Callable[..., object]:
    def scan(ruby: Interpreter, self: ScannerValue, pattern: object) -> object:
        text = self.try_(ruby, pattern, searches=searches, moves=moves)
        return None if text is None else len(text) if counts else text

    return scan


def _get(_ruby: Interpreter, self: ScannerValue, index: object) -> object:
    if self.match is None:
        return None
    name = index.name if hasattr(index, "name") else index
    try:
        return self.match.match.group(name)
    except (IndexError, KeyError):
        return None


def _getch(_ruby: Interpreter, self: ScannerValue) -> str | None:
    char = self.text[self.position : self.position + 1]
    self.position += len(char)
    return char or None


def _move_to(_ruby: Interpreter, self: ScannerValue, position: int) -> int:
    self.position = position
    return position


def _terminate(_ruby: Interpreter, self: ScannerValue) -> ScannerValue:
    self.position = len(self.text)
    return self


ScannerValue.ruby_methods = {
    "scan": _scanning(searches=False, moves=True),
    "scan_until": _scanning(searches=True, moves=True),
    "skip": _scanning(searches=False, moves=True, counts=True),
    "skip_until": _scanning(searches=True, moves=True, counts=True),
    "match?": _scanning(searches=False, moves=False, counts=True),
    "check": _scanning(searches=False, moves=False),
    "check_until": _scanning(searches=True, moves=False),
    "exist?": _scanning(searches=True, moves=False, counts=True),
    "[]": _get,
    "matched": lambda ruby, self: _get(ruby, self, 0),
    "matched?": lambda _ruby, self: self.match is not None,
    "pre_match": lambda _ruby, self: (
        None if self.match is None else self.match.match.string[: self.match.match.start()]
    ),
    "post_match": lambda _ruby, self: (
        None if self.match is None else self.match.match.string[self.match.match.end() :]
    ),
    "getch": _getch,
    "peek": lambda _ruby, self, count: self.text[self.position : self.position + count],
    "eos?": lambda _ruby, self: self.position >= len(self.text),
    "rest": lambda _ruby, self: self.text[self.position :],
    "rest?": lambda _ruby, self: self.position < len(self.text),
    "rest_size": lambda _ruby, self: len(self.text) - self.position,
    "pos": lambda _ruby, self: self.position,
    "pointer": lambda _ruby, self: self.position,
    "pos=": _move_to,
    "pointer=": _move_to,
    "bol?": lambda _ruby, self: self.position == 0 or self.text[self.position - 1] == "\n",
    "string": lambda _ruby, self: self.text,
    "terminate": _terminate,
    "reset": lambda ruby, self: (_move_to(ruby, self, 0), self)[1],
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the modules and classes."""
    object_ = known_class(ruby, "Object")
    logger = RubyModule("Logger", object_, methods=_LOGGER)
    config: dict[str, object] = {**_CONFIG}
    config["host_os"] = "linux-gnu" if sys.platform == "linux" else sys.platform
    return {
        "Benchmark": RubyModule(
            "Benchmark", is_class=False, singleton={"realtime": _seconds, "measure": _measure}
        ),
        "Singleton": RubyModule(
            "Singleton",
            is_class=False,
            methods={word: _no_copy(word) for word in ("dup", "clone")},
            singleton={"included": _included},
        ),
        "Forwardable": RubyModule("Forwardable", is_class=False, methods=_FORWARDABLE),
        "SingleForwardable": RubyModule("SingleForwardable", is_class=False),
        "RbConfig": RubyModule(
            "RbConfig", is_class=False, singleton={"ruby": lambda _ruby, _self: "/usr/bin/ruby3.1"}
        ),
        "RbConfig::CONFIG": config,
        "Logger": logger,
        "Logger::Severity": RubyModule("Logger::Severity", is_class=False),
        **{f"Logger::{name}": number for number, name in enumerate(_LEVELS)},
        "StringScanner": RubyModule(
            "StringScanner",
            object_,
            singleton={"new": lambda ruby, _self, text: ScannerValue(to_str(ruby, text))},
        ),
    }
