"""JSON, and PSON, which is written in the same way and read a little otherwise."""

from __future__ import annotations

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.library.json_write import generate, pretty
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def _parse(_ruby: Interpreter, _self: object, text: object, *arguments: object) -> object:
    if not isinstance(text, str):
        raise type_error(f"no implicit conversion of {conversion_name(text)} into String")
    _, options = options_of(arguments)
    from duckrow.data.errors import DataError
    from duckrow.data.json import load

    if not text.strip():
        raise RubyError("JSON::ParserError", "unexpected token at ''")
    try:
        found = load(to_bytes(text))
    except DataError as error:
        raise RubyError("JSON::ParserError", str(error)) from None
    return _made(found, options.get("symbolize_names") is True)


def _made(value: object, has_symbols: bool) -> object:
    """Convert parsed JSON to Ruby's values."""
    if type(value) is dict:
        return {
            to_key(symbol(key) if has_symbols else key): _made(item, has_symbols)
            for key, item in value.items()
        }
    if type(value) is list:
        return [_made(item, has_symbols) for item in value]
    return value


def _load(ruby: Interpreter, self: object, text: object, *arguments: object) -> object:
    if text is None or text == "":
        return None
    return _parse(ruby, self, text, *arguments)


def _parse_pson(ruby: Interpreter, _self: object, text: object, *_arguments: object) -> object:
    if not isinstance(text, str):
        raise type_error(f"{inspect(ruby, text)} is not like a string")
    from duckrow.data.pson import PsonError, load

    try:
        return load(text)
    except PsonError as error:
        raise RubyError("PSON::ParserError", str(error)) from None


def _generate(ruby: Interpreter, _self: object, value: object, *_: object) -> str:
    return generate(ruby, value)


def _pretty(ruby: Interpreter, _self: object, value: object, *arguments: object) -> str:
    return pretty(ruby, value, options_of(arguments)[1])


def _bracket(
    ruby: Interpreter,
    self: object,
    value: object,
    *arguments: object,
    block: Proc | None = None,  # noqa: ARG001
) -> object:
    return (
        _parse(ruby, self, value, *arguments) if isinstance(value, str) else generate(ruby, value)
    )


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
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
