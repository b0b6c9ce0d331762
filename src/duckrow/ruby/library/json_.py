"""JSON, and PSON, which is written in the same way and read a little otherwise."""

from __future__ import annotations

from duckrow.ruby.core.arguments import kind_shown, options_of
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.library.json_write import generate, pretty
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.values.kinds import Proc


def _parse(_self: Any, text: Any, *arguments: Any) -> Any:
    if type(text) is not str:
        raise type_error(f"no implicit conversion of {kind_shown(text)} into String")
    _, options = options_of(arguments)
    from duckrow.data.errors import DataError
    from duckrow.data.json import load
    from duckrow.ruby.core.convert import to_bytes

    if not text.strip():
        raise RubyError("JSON::ParserError", "unexpected token at ''")
    try:
        found = load(to_bytes(text))
    except DataError as error:
        raise RubyError("JSON::ParserError", str(error)) from None
    return _made(found, options.get("symbolize_names") is True)


def _made(value: Any, has_symbols: bool) -> Any:
    """Give what was read as Ruby's values."""
    if type(value) is dict:
        return {
            to_key(symbol(key) if has_symbols else key): _made(item, has_symbols)
            for key, item in value.items()
        }
    if type(value) is list:
        return [_made(item, has_symbols) for item in value]
    return value


def _load(self: Any, text: Any, *arguments: Any) -> Any:
    if text is None or text == "":
        return None
    return _parse(self, text, *arguments)


def _parse_pson(_self: Any, text: Any, *_arguments: Any) -> Any:
    if type(text) is not str:
        raise type_error(f"{inspect(text)} is not like a string")
    from duckrow.data.pson import PsonError, load

    try:
        return load(text)
    except PsonError as error:
        raise RubyError("PSON::ParserError", str(error)) from None


def _generate(_self: Any, value: Any, *_: Any) -> str:
    return generate(value)


def _pretty(_self: Any, value: Any, *arguments: Any) -> str:
    return pretty(value, options_of(arguments)[1])


def _bracket(self: Any, value: Any, *arguments: Any, block: Proc | None = None) -> Any:  # noqa: ARG001
    return _parse(self, value, *arguments) if type(value) is str else generate(value)


def make() -> dict[str, Any]:
    """Give the constants of this file."""
    methods = {
        "parse": _parse,
        "parse!": _parse,
        "load": _load,
        "generate": _generate,
        "dump": _generate,
        "fast_generate": _generate,
        "pretty_generate": _pretty,
        "[]": _bracket,
    }
    json = RubyModule("JSON", None, is_class=False, singleton=dict(methods))
    reading = dict.fromkeys(("parse", "parse!", "load"), _parse_pson)
    pson = RubyModule("PSON", None, is_class=False, singleton={**methods, **reading})
    return {"JSON": json, "PSON": pson}
