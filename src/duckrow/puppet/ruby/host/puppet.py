"""Puppet and Facter as Ruby code names them: the part of them that functions and templates use.

A name that is not here does not exist for Ruby code. Each is made when first asked for.
"""

from __future__ import annotations

import sys

from duckrow.puppet.ruby.core.basics import class_name, inspect, to_s
from duckrow.puppet.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.puppet.ruby.host.current import CURRENT
from duckrow.puppet.ruby.host.values import from_ruby, to_ruby
from duckrow.puppet.ruby.unit import RUBY_MARK
from duckrow.puppet.ruby.values import RubyModule, symbol
from duckrow.puppet.runtime.place import MARK, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from duckrow.puppet.ruby.values import Proc

    Methods = dict[str, Callable[..., Any]]

_MOST_DEPRECATIONS = 100
_CALLS = ("Function Call", "Method call")  # what counts as a step of the stack
VERSION = "7.23.0"  # the release whose behaviour this is

LEVELS = ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit")

SETTINGS = "settings of Ruby code"  # in the memo of a compile

_MADE: dict[str, Any] = {}


def find(path: str) -> Any:
    """Give what a name such as Puppet::Util stands for, or None."""
    made = _MADE.get(path)
    if made is None:
        made = _make(path)
        if made is not None:
            _MADE[path] = made
    return made


def _make(path: str) -> Any:
    if path == "Puppet::Functions::Function":
        from duckrow.puppet.ruby.host.newer_functions import FUNCTION

        return FUNCTION
    if path == "Puppet::Functions::InternalFunction":
        from duckrow.puppet.ruby.host.newer_functions import INTERNAL

        return INTERNAL
    if path == "Puppet::Parser::Functions":
        from duckrow.puppet.ruby.host.older_functions import FunctionsModule

        return FunctionsModule()
    if path in _MODULES:
        return RubyModule(path, is_class=False, singleton=_MODULES[path])
    if path in _CLASSES:
        return RubyModule(path, _object(), singleton=_CLASSES[path])
    # Every type of the language is a class, and all of them are Any.
    if path.startswith("Puppet::Pops::Types::P") and path.endswith("Type"):
        is_any = path == "Puppet::Pops::Types::PAnyType"
        return RubyModule(path, _object() if is_any else find("Puppet::Pops::Types::PAnyType"))
    return None


def _object() -> RubyModule:
    from duckrow.puppet.ruby.constants import known_class

    return known_class("Object")


# ---- Puppet


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


def _set_setting(_self: Any, name: Any, value: Any) -> Any:
    """Change a setting for the Ruby code of this compile; nobody else sees it."""
    CURRENT.asked().build.memo.setdefault(SETTINGS, {})[to_s(name)] = value
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
    known: set[str] = build.memo.setdefault("deprecations in Ruby code", set())
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
    from duckrow.puppet.ruby.host.catalog import EnvironmentHost
    from duckrow.puppet.ruby.host.scope import ScopeHost

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


# ---- what lies below it


def _versioncmp(_self: Any, one: Any, other: Any) -> Any:
    from duckrow.puppet.ruby.host.calling import call
    from duckrow.puppet.runtime.calls import find_function

    scope = CURRENT.asked()
    return call(find_function(scope, "versioncmp"), scope, [to_s(one), to_s(other)])


_SLASH, _LABEL = r"[\\/]", r"[^\\/]+"
_WINDOWS = (
    rf"(?mi)^(?:[A-Z]:{_SLASH}|{_SLASH}{_SLASH}{_LABEL}{_SLASH}{_LABEL}"
    rf"|{_SLASH}{_SLASH}\?{_SLASH}{_LABEL})"
)


def _is_absolute(_self: Any, path: Any, platform: Any = None) -> bool:
    if not isinstance(path, str):
        CURRENT.asked().build.log(
            "warning",
            f"Cannot check if {to_s(path)} is an absolute path because it is a "
            f"'{class_name(path)}' and not a String'",
        )
        return False
    if platform is symbol("windows"):
        import re

        return re.search(_WINDOWS, path) is not None
    return path.startswith("/") or "\n/" in path


def _type_and_title(_self: Any, reference: Any, title: Any = None) -> list[str]:
    """Take a reference apart; a type may also come with its title."""
    import re

    text = to_s(reference)
    if title is not None:
        return [text, to_s(title)]
    match = re.search(r"(?ms)^([^\[\]]+)\[(.+)\]$", text)
    if match is None:
        raise argument_error(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    return [match[1], match[2]]


def _find_template(_self: Any, name: Any, _environment: Any = None) -> Any:
    from duckrow.puppet.ruby.host.files import find_in_module

    return find_in_module(CURRENT.asked(), to_s(name), "templates")


def _find_file(_self: Any, name: Any, _environment: Any = None) -> Any:
    from duckrow.puppet.ruby.host.files import find_in_module

    return find_in_module(CURRENT.asked(), to_s(name), "files")


def _find_module(_self: Any, name: Any, _environment: Any = None) -> Any:
    from duckrow.puppet.ruby.host.catalog import EnvironmentHost

    return EnvironmentHost(CURRENT.asked()).ask_module(name)


def _true(_self: Any, value: Any) -> bool:
    return value not in ("", None, False) and value is not symbol("undef")


def _sensitive(_self: Any, value: Any) -> Any:
    from duckrow.puppet.values.sensitive import Sensitive

    return Sensitive(from_ruby(value))


def _json(name: str) -> Callable[..., Any]:
    def called(_self: Any, *arguments: Any) -> Any:
        from duckrow.puppet.ruby.constants import find_constant
        from duckrow.puppet.ruby.dispatch import send

        return send(find_constant("JSON"), name, *arguments)

    return called


def _create_function(self: Any, *arguments: Any, block: Proc | None = None) -> Any:
    from duckrow.puppet.ruby.host.newer_functions import create_function

    return create_function(self, *arguments, block=block)


def _exists(_self: Any, path: Any) -> bool:
    from duckrow.puppet.ruby.host.files import kind_of

    return kind_of(to_s(path)) != ""


def _read(_self: Any, path: Any, *_: Any) -> str:
    from duckrow.puppet.ruby.host.files import read

    return read(to_s(path))


def _infer(_self: Any, value: Any) -> Any:
    from duckrow.puppet.types.infer import infer_detailed

    return infer_detailed(from_ruby(value))


def _is_instance(_self: Any, type_: Any, value: Any) -> bool:
    from duckrow.puppet.types.instance import accepts

    return accepts(type_, from_ruby(value))


def _random_below(_self: Any, seed: Any, limit: Any) -> Any:
    from duckrow.puppet.ruby.constants import find_constant
    from duckrow.puppet.ruby.dispatch import send

    return send(send(find_constant("Random"), "new", seed), "rand", limit)


def _iterable(_self: Any, _caller: Any, value: Any) -> Any:
    from duckrow.puppet.ruby.host.iterable import IterableHost

    return IterableHost(value)


def _to_data(_self: Any, value: Any, _options: Any = None) -> Any:
    from duckrow.puppet.types.rich_data import to_data

    return to_ruby(to_data(from_ruby(value)))


def _parse_type(_self: Any, text: Any, _context: Any = None) -> Any:
    from duckrow.puppet.ruby.errors import argument_error
    from duckrow.puppet.types.errors import TypeSyntaxError
    from duckrow.puppet.types.parse import parse_type
    from duckrow.source.errors import DuckrowError

    try:
        return parse_type(to_s(text), CURRENT.asked().build.loaders.find_type)
    except (TypeSyntaxError, DuckrowError) as error:
        raise argument_error(str(error)) from error


def _describe(_self: Any, name: Any, expected: Any, actual: Any) -> str:
    from duckrow.puppet.types.describe import describe_mismatch

    return describe_mismatch(to_s(name), expected, actual)


# ---- Facter


def _fact(_self: Any, name: Any) -> Any:
    """Give a fact by its name, or by a path with dots."""
    found: Any = CURRENT.asked().build.facts
    word = to_s(name)
    if isinstance(found, dict) and word in found:
        return to_ruby(found[word])
    for part in word.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return to_ruby(found)


def _facts(_self: Any) -> Any:
    return to_ruby(CURRENT.asked().build.facts)


class FactHost:
    """Facter[:name] and Facter.fact(:name): something with a value."""

    __slots__ = ("_value",)

    ruby_class_name = "Facter::Util::Fact"

    def __init__(self, value: Any) -> None:
        self._value = value

    def ruby_send(self, name: str, _arguments: tuple[Any, ...], _block: Proc | None) -> Any:
        if name == "value":
            return self._value
        from duckrow.puppet.ruby.dispatch import no_method

        raise no_method(self, name)


def _fact_object(self: Any, name: Any) -> Any:
    found = _fact(self, name)
    return None if found is None else FactHost(found)


_LOGS: Methods = {level: _logging(level) for level in LEVELS}
_SENSITIVE: Methods = {"new": _sensitive}
# Nothing is kept in objects of these classes, so the class stands for them.
_ONE: Methods = {"new": lambda self: self, "singleton": lambda self: self}
_CALCULATOR: Methods = {
    **_ONE,
    "infer": _infer,
    "infer_set": _infer,
    "instance?": _is_instance,
}

_MODULES: dict[str, Methods] = {
    "Puppet": {
        **_LOGS,
        "[]": _setting,
        "[]=": _set_setting,
        "settings": lambda self: self,
        "version": lambda _self: VERSION,
        "warn_once": _warn_once,
        "deprecation_warning": _deprecation,
        "lookup": _lookup,
        "features": lambda _self: Features(),
    },
    "Puppet::Functions": {"create_function": _create_function},
    "Puppet::Parser": {},
    "Puppet::Parser::Files": {"find_template": _find_template, "find_file": _find_file},
    "Puppet::FileSystem": {
        "exist?": _exists,
        "read": _read,
        "binread": _read,
        "read_preserve_line_endings": _read,
    },
    "Puppet::Pops": {},
    "Puppet::Pops::PuppetStack": {
        "stacktrace": _stack,
        "top_of_stack": lambda self: (_stack(self) or [[]])[0],
    },
    "Puppet::Pops::Serialization": {},
    "Puppet::Pops::Types": {},
    "Puppet::Pops::Types::Iterable": {"asserted_iterable": _iterable},
    "Puppet::Util": {
        "absolute_path?": _is_absolute,
        "deterministic_rand_int": _random_below,
        "deterministic_rand": lambda self, *rest: to_s(_random_below(self, *rest)),
        "versioncmp": _versioncmp,
    },
    "Puppet::Util::Package": {"versioncmp": _versioncmp},
    "Puppet::Util::Json": {"load": _json("parse"), "dump": _json("generate")},
    "Puppet::Util::Logging": _LOGS,
    "Facter": {
        "value": _fact,
        "to_hash": _facts,
        "[]": _fact_object,
        "fact": _fact_object,
        "version": lambda self: _fact(self, "facterversion"),
    },
}
_CLASSES: dict[str, Methods] = {
    "Puppet::Module": {"find": _find_module},
    "Puppet::Node": {},
    "Puppet::Node::Environment": {},
    "Puppet::Parser::Compiler": {},
    "Puppet::Parser::Resource": {},
    "Puppet::Parser::Scope": {"true?": _true},
    "Puppet::Parser::TemplateWrapper": {},
    "Puppet::Pops::Time::Timespan": {},
    "Puppet::Pops::Time::Timestamp": {},
    "Puppet::Pops::Serialization::ToDataConverter": {"convert": _to_data},
    "Puppet::Pops::Types::PBinaryType::Binary": {},
    "Puppet::Pops::Types::PSensitiveType::Sensitive": _SENSITIVE,
    "Puppet::Pops::Types::TypeCalculator": _CALCULATOR,
    "Puppet::Pops::Types::TypeMismatchDescriber": {**_ONE, "describe_mismatch": _describe},
    "Puppet::Pops::Types::TypeParser": {**_ONE, "parse": _parse_type},
    "Puppet::Resource": {"type_and_title": _type_and_title},
    "Puppet::Resource::Catalog": {},
    "SemanticPuppet::Version": {},
    "SemanticPuppet::VersionRange": {},
}
