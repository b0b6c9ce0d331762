"""Puppet itself as Ruby code calls it: messages, settings, and what is running."""

from __future__ import annotations

import sys

from duckrow.puppet.ruby_code.current import CURRENT
from duckrow.puppet.ruby_code.memory import memory_of
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.runtime.place import MARK, place_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.unit import RUBY_MARK
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from duckrow.ruby.values.kinds import Proc


VERSION = "7.23.0"  # the release whose behaviour this is

LEVELS = ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit")

_MOST_DEPRECATIONS = 100
_CALLS = ("Function Call", "Method call")  # what counts as a step of the stack


def log(level: str, messages: Any) -> str:
    """Log a message; several in an array are joined."""
    text = " ".join(map(to_s, messages)) if isinstance(messages, list) else to_s(messages)
    CURRENT.asked().build.log(level, text)
    return text


def _logging(level: str) -> Callable[..., str]:
    def logged(_self: Any, *messages: Any, block: Proc | None = None) -> str:
        return log(level, block() if block is not None else list(messages))

    return logged


def _setting(_self: Any, name: Any) -> Any:
    word = to_s(name)
    build = CURRENT.asked().build
    own = memory_of(build).settings
    if word in own:
        return own[word]
    try:
        found = build.settings[word]
    except KeyError:
        raise RubyError(
            "Puppet::Settings::...", f"Attempt to get unknown setting :{word}"
        ) from None
    return symbol(found) if word == "strict" and isinstance(found, str) else to_ruby(found)


def _set_setting(_self: Any, name: Any, value: Any) -> Any:
    """Change a setting for the Ruby code of this compile; nobody else sees it."""
    memory_of(CURRENT.asked().build).settings[to_s(name)] = value
    return value


def _warn_once(_self: Any, kind: Any, key: Any, message: Any, *place: Any) -> None:
    from duckrow.puppet.runtime.place import Place

    file, line = (*place, None, None)[:2]
    known = None
    if isinstance(file, str) or isinstance(line, int):
        known = Place(file if isinstance(file, str) else None, line)
    CURRENT.asked().build.warn_once(to_s(kind), to_s(key), to_s(message), known)


def _deprecation(_self: Any, message: Any, key: Any = None, *_: Any) -> None:
    build = CURRENT.asked().build
    where = _calling_line()
    known = memory_of(build).deprecations
    word = where if key is None else to_s(key)
    if "deprecations" in build.settings["disable_warnings"] or word in known:
        return
    if len(known) < _MOST_DEPRECATIONS:
        known.add(word)
        build.log("warning", f"{to_s(message)}\n   (location: {where})")


def _calling_line() -> str:
    """Write where Ruby code is now: file, line and method."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and RUBY_MARK not in frame.f_globals:
        frame = frame.f_back
    if frame is None:
        return "unknown"
    methods = getattr(getattr(frame.f_locals.get("self"), "class_", None), "methods", {})
    code = frame.f_code
    own = (name for name, each in methods.items() if getattr(each, "__code__", None) is code)
    name = next(own, None)
    place = f"{code.co_filename}:{frame.f_lineno}"
    return place if name is None else f"{place}:in `{name}'"


def _lookup(_self: Any, name: Any, *, block: Proc | None = None) -> Any:
    word = to_s(name)
    from duckrow.puppet.ruby_code.catalog import EnvironmentHost
    from duckrow.puppet.ruby_code.scope import ScopeHost

    if word in ("current_environment", "root_environment"):
        return EnvironmentHost(CURRENT.asked())
    if word == "global_scope":
        return ScopeHost(CURRENT.asked().build.top)
    if block is not None:
        return block()
    raise UnsupportedError(f"Puppet.lookup(:{word})")


def _stack(_self: Any) -> list[list[Any]]:
    """List the calls in manifests that are running, the innermost first."""
    found: list[list[Any]] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        names = frame.f_globals
        if MARK in names:
            place = place_of(frame.f_code, frame.f_lasti, names)
            if place is not None and place.label in _CALLS:
                found.append([place.file or "unknown", place.line])
            if frame.f_code is getattr(names.get("MAIN"), "__code__", None):
                found.append([frame.f_code.co_filename or "unknown", 0])
        frame = frame.f_back
    return found


class Features:
    """Puppet.features: none of those that need Ruby or another system is there."""

    __slots__ = ()

    ruby_class_name = "Puppet::Util::Feature"

    def ruby_send(self, name: str, _arguments: tuple[Any, ...], _block: Proc | None) -> Any:
        return name in ("posix?", "root?")


LOGS: dict[str, Callable[..., Any]] = {level: _logging(level) for level in LEVELS}
STACK: dict[str, Callable[..., Any]] = {
    "stacktrace": _stack,
    "top_of_stack": lambda self: (_stack(self) or [[]])[0],
}
METHODS: dict[str, Callable[..., Any]] = {
    **LOGS,
    "[]": _setting,
    "[]=": _set_setting,
    "settings": lambda self: self,
    "version": lambda _self: VERSION,
    "warn_once": _warn_once,
    "deprecation_warning": _deprecation,
    "lookup": _lookup,
    "features": lambda _self: Features(),
}
