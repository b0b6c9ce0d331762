"""The module Puppet for Ruby code: messages, settings, and the current run."""

from __future__ import annotations

import sys
from functools import partial

from duckrow.puppet.ruby_code.host import scope_of
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.runtime.location import MARK, Location, location_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.running import running_line
from duckrow.ruby.values.kinds import symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


VERSION = "7.23.0"  # the release whose behaviour this is

SETTINGS = "settings of Ruby code"  # in the memo of a compile

_MOST_DEPRECATIONS = 100
_CALLS = ("Function Call", "Method call")  # labels of the steps of the stack


def log(ruby: Interpreter, level: str, messages: object) -> str:
    """Log a message; several in an array are joined."""
    text = (
        " ".join(map(partial(to_s, ruby), messages))
        if isinstance(messages, list)
        else to_s(ruby, messages)
    )
    scope_of(ruby).build.log(level, text)
    return text


def _logging(level: str) -> Callable[..., str]:
    def logged(
        ruby: Interpreter, _self: object, *messages: object, block: Proc | None = None
    ) -> str:
        return log(ruby, level, block(ruby) if block is not None else list(messages))

    return logged


def _setting(ruby: Interpreter, _self: object, name: object) -> object:
    word = to_s(ruby, name)
    build = scope_of(ruby).build
    own = build.memo.get(SETTINGS)
    if own is not None and word in own:
        return own[word]
    try:
        found = build.settings[word]
    except KeyError:
        raise RubyError(
            "Puppet::Settings::...", f"Attempt to get unknown setting :{word}"
        ) from None
    return symbol(found) if word == "strict" and isinstance(found, str) else to_ruby(found)


def _set_setting(ruby: Interpreter, _self: object, name: object, value: object) -> object:
    """Change a setting for the Ruby code of this compile only."""
    scope_of(ruby).build.memo.setdefault(SETTINGS, {})[to_s(ruby, name)] = value
    return value


def _warn_once(
    ruby: Interpreter, _self: Any, kind: Any, key: Any, message: Any, *location: Any
) -> None:
    file, line = (*location, None, None)[:2]
    known = None
    if isinstance(file, str) or isinstance(line, int):
        known = Location(file if isinstance(file, str) else None, line)
    scope_of(ruby).build.warn_once(to_s(ruby, kind), to_s(ruby, key), to_s(ruby, message), known)


def _deprecation(
    ruby: Interpreter, self: object, message: object, key: object = None, *_: object
) -> None:
    build = scope_of(ruby).build
    where = running_line()
    known: set[str] = build.memo.setdefault("deprecations in Ruby code", set())
    word = where if key is None else to_s(ruby, key)
    if "deprecations" in build.settings["disable_warnings"] or word in known:
        return
    if len(known) < _MOST_DEPRECATIONS:
        known.add(word)
        send(ruby, self, "warning", f"{to_s(ruby, message)}\n   (location: {where})")


def _lookup(ruby: Interpreter, _self: object, name: object, *, block: Proc | None = None) -> object:
    word = to_s(ruby, name)
    from duckrow.puppet.ruby_code.catalog import EnvironmentHost
    from duckrow.puppet.ruby_code.scope import ScopeHost

    if word in ("current_environment", "root_environment"):
        return EnvironmentHost(scope_of(ruby))
    if word == "global_scope":
        return ScopeHost(scope_of(ruby).build.top)
    if block is not None:
        return block(ruby)
    raise UnsupportedError(f"Puppet.lookup(:{word})")


def _stack(_ruby: Interpreter, _self: object) -> list[list[object]]:
    """List the calls in manifests that are running, the innermost first."""
    found: list[list[object]] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        names = frame.f_globals
        if MARK in names:
            location = location_of(frame.f_code, frame.f_lasti, names)
            if location is not None and location.label in _CALLS:
                found.append([location.file or "unknown", location.line])
            if frame.f_code is getattr(names.get("MAIN"), "__code__", None):
                found.append([frame.f_code.co_filename or "unknown", 0])
        frame = frame.f_back
    return found


class Features:
    """Puppet.features: features that need Ruby or another system are missing."""

    __slots__ = ()

    ruby_class_name = "Puppet::Util::Feature"

    def ruby_send(
        self, _ruby: Interpreter, name: str, _arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        return name in ("posix?", "root?")


LOGS: dict[str, Callable[..., object]] = {level: _logging(level) for level in LEVELS}
STACK: dict[str, Callable[..., object]] = {
    "stacktrace": _stack,
    "top_of_stack": lambda ruby, self: (_stack(ruby, self) or [[]])[0],
}
METHODS: dict[str, Callable[..., object]] = {
    **LOGS,
    "[]": _setting,
    "[]=": _set_setting,
    "settings": lambda _ruby, self: self,
    "version": lambda _ruby, _self: VERSION,
    "warn_once": _warn_once,
    "deprecation_warning": _deprecation,
    "lookup": _lookup,
    "features": lambda _ruby, _self: Features(),
}
