"""Messages of Ruby code: Puppet.notice, and the methods of Puppet::Util::Logging."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.exceptions import raise_
from duckrow.ruby.running import running_line
from duckrow.ruby.values.kinds import symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def log(ruby: Interpreter, level: str, *messages: object) -> None:
    """Log a message; several are joined."""
    host: Any = ruby.host  # that of a machine, or of a spec, which has one too
    host.log(level, " ".join(to_s(ruby, each) for each in messages))


def _log_as(ruby: Interpreter, self: object, level: str, *messages: object) -> None:
    """Log a message of an object: its name comes first, unless it is the module Puppet itself."""
    name = to_s(ruby, self)
    first = () if name == "Puppet" else (f"{name}:",)
    log(ruby, level, *first, *messages)


def _logging(level: str) -> Callable[..., object]:
    def logged(
        ruby: Interpreter, self: object, *messages: object, block: Proc | None = None
    ) -> None:
        if block is not None:
            messages = (block(ruby),)
        parts = messages[0] if messages and isinstance(messages[0], list) else messages
        _log_as(ruby, self, level, *parts)

    return logged


def _send_log(ruby: Interpreter, self: object, level: object, message: object) -> None:
    _log_as(ruby, self, level.name if isinstance(level, Symbol) else to_s(ruby, level), message)


def _warn_once(
    ruby: Interpreter,
    self: object,
    kind: object,
    key: object,
    message: object,
    file: object = None,
    line: object = None,
    level: object = None,
) -> None:
    """Log a warning unless one with the same kind and key was logged; it ends in the location."""
    warned = machine_host(ruby).warned
    name = (to_s(ruby, kind), to_s(ruby, key))
    if name not in warned:
        warned.add(name)
        text = to_s(ruby, message)
        if file != symbol("default"):
            known = (("file", file), ("line", line))
            words = ", ".join(f"{word}: {to_s(ruby, at)}" for word, at in known if at is not None)
            text += f"\n   ({words or 'file & line not available'})"
        _log_as(ruby, self, "warning" if level is None else to_s(ruby, level), text)


def once(level: str) -> Callable[..., object]:
    """Return a method that logs each message once."""
    name = "warning" if level == "warn" else level

    def logged(ruby: Interpreter, _self: object, message: object) -> None:
        warned = machine_host(ruby).warned
        key = (f"once as {name}", to_s(ruby, message))
        if key not in warned:
            warned.add(key)
            log(ruby, name, message)

    return logged


def _deprecation(
    ruby: Interpreter, self: object, message: object, key: object = None, *_: object
) -> None:
    where = running_line()
    text = f"{to_s(ruby, message)}\n   (location: {where})"
    _warn_once(ruby, self, "deprecations", where if key is None else key, text, symbol("default"))


def _log_exception(
    ruby: Interpreter, self: object, exception: object, message: object = None, *_: object
) -> None:
    wanted = exception if message is None or message == symbol("default") else message
    _log_as(ruby, self, "err", wanted)


def _log_and_raise(ruby: Interpreter, self: object, exception: object, message: object) -> NoReturn:
    """Log an error, and raise another of the same class with both messages."""
    _log_exception(ruby, self, exception, message)
    text = f"{to_s(ruby, message)}\n{to_s(ruby, exception)}"
    raise_(ruby, send(ruby, exception, "class"), text)


LOGS: dict[str, Callable[..., object]] = {
    **{level: _logging(level) for level in LEVELS},
    "send_log": _send_log,
    "warn_once": _warn_once,
    "warnonce": once("warning"),
    "deprecation_warning": _deprecation,
    "puppet_deprecation_warning": _deprecation,
    "log_exception": _log_exception,
    "log_and_raise": _log_and_raise,
}
