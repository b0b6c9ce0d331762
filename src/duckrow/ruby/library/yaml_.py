"""YAML, which is Psych."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.arguments import options_of, to_ary
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.errors import LimitError, RubyError, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_MOST_DEPTH = 1000


def read(
    _ruby: Interpreter,
    text: object,
    has_symbols: bool = True,
    names_symbols: bool = False,
    has_aliases: bool = False,
) -> object:
    """Return the value of the first document of a text; aliases are rejected unless asked for."""
    if not isinstance(text, str):
        raise type_error(f"no implicit conversion of {conversion_name(text)} into String")
    from duckrow.data.errors import DataError
    from duckrow.data.yaml import first_alias, load

    _check_depth(text)
    content = to_bytes(text)
    try:
        found = load(content, "<unknown>", to_key)
    except DataError as error:
        message = str(error)
        if "Tried to load unspecified class" in message:
            shown = message.partition("): ")[2] or message
            raise RubyError("Psych::DisallowedClass", shown) from None
        raise RubyError("Psych::SyntaxError", message) from None
    alias = None if has_aliases else first_alias(content)
    if alias is not None:
        raise RubyError("Psych::BadAlias", f"Unknown alias: {alias}")
    return _made(found, has_symbols, names_symbols)


def _check_depth(text: str) -> None:
    """Reject deeply nested brackets before the parser reads them: it takes quadratic time for them.

    Brackets in quotes count as well; no real document has so many open ones.
    """
    if text.count("[") + text.count("{") <= _MOST_DEPTH:
        return
    depth = 0
    for sign in text:
        if sign in "[{":
            depth += 1
            if depth > _MOST_DEPTH:
                raise LimitError(f"YAML deeper than {_MOST_DEPTH} levels")
        elif sign in "]}":
            depth -= 1


def _made(value: object, has_symbols: bool, names_symbols: bool) -> object:
    if type(value) is Symbol:
        if not has_symbols:
            raise RubyError("Psych::DisallowedClass", "Tried to load unspecified class: Symbol")
        return value
    if type(value) is list:
        return [_made(item, has_symbols, names_symbols) for item in value]
    if type(value) is dict:
        made = {}
        for key, item in value.items():
            name = _made(from_key(key), has_symbols, names_symbols)
            if names_symbols and type(name) is str:
                name = symbol(name)
            made[to_key(name)] = _made(item, has_symbols, names_symbols)
        return made
    return value


def _load(ruby: Interpreter, _self: object, text: object, *arguments: object) -> object:
    _, options = options_of(arguments)
    return read(
        ruby,
        text,
        names_symbols=options.get("symbolize_names") is True,
        has_aliases=options.get("aliases") is True,
    )


def _unsafe_load(ruby: Interpreter, _self: object, text: object, *arguments: object) -> object:
    _, options = options_of(arguments)
    return read(ruby, text, names_symbols=options.get("symbolize_names") is True, has_aliases=True)


def _safe_load(ruby: Interpreter, _self: object, text: object, *arguments: object) -> object:
    rest, options = options_of(arguments)
    permitted = to_ary(ruby, options.get("permitted_classes") or (rest[0] if rest else None) or [])
    names = {to_s(ruby, each) for each in permitted}
    symbols = options.get("permitted_symbols") or []
    return read(
        ruby,
        text,
        has_symbols="Symbol" in names or bool(symbols),
        names_symbols=options.get("symbolize_names") is True,
        has_aliases=options.get("aliases") is True,
    )


def _load_file(ruby: Interpreter, self: object, path: object, *arguments: object) -> object:
    return _load(ruby, self, ruby.host.read(to_s(ruby, path)), *arguments)


def _dump(ruby: Interpreter, _self: object, value: object, *arguments: object) -> str:
    return to_yaml(ruby, value, *arguments)


def to_yaml(ruby: Interpreter, value: object, *arguments: object) -> str:
    """Write a value; the options that count are line_width and indentation."""
    from duckrow.ruby.library.yaml_write import dump

    _, options = options_of(arguments)
    width, indent = options.get("line_width"), options.get("indentation")
    return dump(
        ruby,
        value,
        width if type(width) is int else None,
        indent if type(indent) is int else None,
    )


def make(ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    methods: dict[str, Any] = {
        "load": _load,
        "unsafe_load": _unsafe_load,
        "safe_load": _safe_load,
        "load_file": _load_file,
        "safe_load_file": _load_file,
        "dump": _dump,
        "safe_dump": _dump,
    }
    psych = RubyModule("Psych", None, is_class=False, singleton=methods)
    error = RubyModule("Psych::Exception", known_class(ruby, "RuntimeError"))
    return {
        "YAML": psych,
        "Psych": psych,
        "YAML::SyntaxError": known_class(ruby, "Psych::SyntaxError"),
        "Psych::Exception": error,
        "Psych::DisallowedClass": RubyModule("Psych::DisallowedClass", error),
        "Psych::BadAlias": RubyModule("Psych::BadAlias", error),
    }
