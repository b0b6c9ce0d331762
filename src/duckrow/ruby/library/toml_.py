"""TOML, as the gem toml has it: documents are read, and hashes are written with sorted keys."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from tomllib import TOMLDecodeError, loads

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_INVALID = "TOML::ParseError"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _load(ruby: Interpreter, _self: object, text: object) -> object:
    """Return the data of a document."""
    try:
        return _to_ruby(ruby, loads(to_s(ruby, text)))
    except TOMLDecodeError as error:
        raise RubyError(_INVALID, str(error)) from None


def _load_file(ruby: Interpreter, self: object, path: object, *_: object) -> object:
    return _load(ruby, self, send(ruby, find_constant(ruby, "File"), "read", path))


def _to_ruby(ruby: Interpreter, value: object) -> object:
    if isinstance(value, dict):
        return {key: _to_ruby(ruby, each) for key, each in value.items()}
    if isinstance(value, list):
        return [_to_ruby(ruby, each) for each in value]
    if isinstance(value, datetime | date):
        class_ = "DateTime" if isinstance(value, datetime) else "Date"
        return send(ruby, find_constant(ruby, class_), "parse", value.isoformat())
    return value.isoformat() if isinstance(value, time) else value


def _parse(ruby: Interpreter, self: RubyObject, text: object) -> None:
    self.variables["parsed"] = _load(ruby, self, text)


def _generate(ruby: Interpreter, self: RubyObject, hash_: object) -> None:
    self.variables |= {"doc": hash_, "body": _table(ruby, hash_, "")}


def _table(ruby: Interpreter, table: object, path: str) -> str:
    """Return a table: its values first, then the tables in it with their whole names."""
    pairs = (
        sorted(
            ((to_s(ruby, from_key(key)), value) for key, value in table.items()),
            key=lambda pair: pair[0],
        )
        if isinstance(table, dict)
        else []
    )
    lines = []
    inner = ""
    for name, value in pairs:
        key = name if _BARE_KEY.fullmatch(name) else inspect(ruby, name)
        whole = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            inner += _inner_table(ruby, value, whole)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            inner += "".join(f"\n[[{whole}]]\n{_table(ruby, each, whole)}" for each in value)
        elif value is not None:
            lines.append(f"{key} = {_value(ruby, value)}\n")
    return "".join(lines) + inner


def _inner_table(ruby: Interpreter, table: dict[object, object], path: str) -> str:
    has_values = not table or any(not isinstance(each, dict) for each in table.values())
    head = f"\n[{path}]\n" if has_values else ""
    return head + _table(ruby, table, path)


def _value(ruby: Interpreter, value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(ruby, each) for each in value)}]"
    if isinstance(value, bool | int | float):
        return to_s(ruby, value)
    return inspect(ruby, to_s(ruby, value))


def _variable(name: str) -> Callable[..., object]:
    return lambda _ruby, self: self.variables.get(name)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    object_ = known_class(ruby, "Object")
    return {
        "TOML": RubyModule(
            "TOML",
            is_class=False,
            singleton={"load": _load, "parse": _load, "load_file": _load_file},
        ),
        "TOML::Parser": RubyModule(
            "TOML::Parser", object_, methods={"initialize": _parse, "parsed": _variable("parsed")}
        ),
        "TOML::Generator": RubyModule(
            "TOML::Generator",
            object_,
            methods={
                "initialize": _generate,
                "body": _variable("body"),
                "doc": _variable("doc"),
            },
        ),
        _INVALID: RubyModule(_INVALID, known_class(ruby, "StandardError")),
    }
