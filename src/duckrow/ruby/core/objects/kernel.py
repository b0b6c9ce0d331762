"""Functions that can be called from everywhere: Integer(), format(), loop, catch, require ..."""

from __future__ import annotations

import os.path
from importlib import import_module

from duckrow.data.symbol import Symbol
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.numbers.read_numbers import integer_of, strict_float
from duckrow.ruby.errors import (
    RubyError,
    ThrowJump,
    UnsupportedError,
    type_error,
)
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import Proc, Range, RubyObject, symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.ruby.interpreter import Interpreter

# Libraries that `require` accepts; the supported part of each is always loaded.
LIBRARIES = frozenset(
    "json yaml psych digest digest/md5 digest/sha1 digest/sha2 base64 erb set time date uri "
    "ipaddr shellwords ostruct bigdecimal openssl securerandom cgi pp forwardable tempfile "
    "fileutils etc socket open3 puppet facter English resolv ipaddr singleton rbconfig "
    "rubygems stringio strscan timeout tmpdir zlib csv logger optparse pathname "
    "net/http net/https open-uri delegate observer monitor tsort abbrev matrix prime pstore "
    "bigdecimal/util json/add/core digest/rmd160 io/console io/wait "
    "benchmark thread find weakref rexml/document rexml/element rexml/xpath rexml/text "
    "rexml/formatters/pretty net/protocol openssl/digest "
    "uri/generic net/ftp pty expect toml hocon hocon/config_syntax".split()
)
# Libraries that add methods to classes of Ruby when they are required, and the file of each.
ADDING = {"deep_merge": "deep_merge_", "deep_merge/core": "deep_merge_"}


def _integer(ruby: Interpreter, _self: object, value: Any, *options: Any) -> Any:
    base = options[0] if options and not isinstance(options[0], dict) else None
    return _or_nil(options, lambda: integer_of(ruby, value, base))


def _float(ruby: Interpreter, _self: object, value: object, *options: object) -> Any:
    return _or_nil(options, lambda: strict_float(ruby, value))


def _or_nil(options: tuple[object, ...], convert: Callable[[], Any]) -> Any:
    """Convert; with `exception: false` return nil for a value that cannot be converted."""
    given = options[-1] if options else None
    if not isinstance(given, dict) or given.get(symbol("exception")) is not False:
        return convert()
    try:
        return convert()
    except RubyError:
        return None


def _array(ruby: Interpreter, _self: Any, value: Any) -> list[object]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, dict | Range):
        from duckrow.ruby.dispatch import send

        return list(send(ruby, value, "to_a"))
    return [value]


def _hash(_ruby: Interpreter, _self: object, value: object) -> dict[Any, Any]:
    if value is None or value == []:
        return {}
    if isinstance(value, dict):
        return value
    raise type_error(f"can't convert {conversion_name(value)} into Hash")


def _format(ruby: Interpreter, _self: object, template: object, *arguments: object) -> str:
    from duckrow.ruby.core.text.format import format_values

    return format_values(ruby, to_str(ruby, template), list(arguments))


def _loop(ruby: Interpreter, _self: object, *, block: Proc) -> object:
    call = block.direct(0)
    while True:
        ruby.tick()
        try:
            call(ruby)
        except RubyError as error:
            if error.class_name == "StopIteration":
                return None
            raise


def same(one: object, other: object) -> bool:
    """Return whether two values are one object, as equal? says it."""
    return one is other or (type(one) is Symbol and one == other)


def _catch(ruby: Interpreter, _self: object, tag: object = MISSING, *, block: Proc) -> object:
    wanted = RubyObject(known_class(ruby, "Object")) if tag is MISSING else tag
    ruby.catching.append(wanted)
    try:
        return block(ruby, wanted)
    except ThrowJump as jump:
        if same(jump.tag, wanted):
            return jump.value
        raise
    finally:
        ruby.catching.pop()


def _throw(ruby: Interpreter, _self: object, tag: object, value: object = None) -> NoReturn:
    if not any(same(each, tag) for each in ruby.catching):
        raise RubyError("UncaughtThrowError", f"uncaught throw {inspect(ruby, tag)}")
    raise ThrowJump(tag, value)


def _require(ruby: Interpreter, _self: object, name: object) -> bool:
    word = to_s(ruby, name)
    if word in LIBRARIES:
        return False
    if word in ADDING:
        return bool(import_module(f"duckrow.ruby.library.{ADDING[word]}").require(ruby))
    return ruby.host.require(ruby, word)


def _require_relative(ruby: Interpreter, _self: object, name: object, file: str) -> bool:
    beside = os.path.join(os.path.dirname(to_s(ruby, file)), to_s(ruby, name))
    return ruby.host.require(ruby, os.path.normpath(beside))


def _nothing(_ruby: Interpreter, _self: object, *_: object) -> None:
    return None


def _unsupported(name: str) -> Callable[..., object]:
    def reject(_ruby: Interpreter, _self: object, *_: object, **__: Any) -> NoReturn:
        raise UnsupportedError(name)

    return reject


# Functions that reject every call without a machine.
NEED_MACHINE = (
    "`",
    "system",
    "spawn",
    "sleep",
    "exit",
    "exit!",
    "abort",
    "open",
    "trap",
    "at_exit",
    "binding",
)


def _on_machine(name: str) -> Callable[..., object]:
    """Return a function that exists only for Ruby code that has a machine."""

    def called(
        ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
    ) -> object:
        ruby.host.machine("a command in backticks" if name == "`" else name)
        return _host_function(ruby, name, self, arguments, block)

    return called


def _printing(name: str) -> Callable[..., object]:
    """Return a function that prints; without a machine it does nothing."""

    def called(ruby: Interpreter, self: object, *arguments: object) -> object:
        if not ruby.host.has_machine:
            return None
        return _host_function(ruby, name, self, arguments, None)

    return called


def _host_function(
    ruby: Interpreter, name: str, self: object, arguments: tuple[object, ...], block: Proc | None
) -> object:
    from duckrow.ruby.dispatch import call_method
    from duckrow.ruby.library.host.kernel import METHODS as ON_HOST

    return call_method(ruby, ON_HOST[name], self, arguments, block)


def _rand(ruby: Interpreter, self: object, limit: object = None) -> object:
    from duckrow.ruby.library.random_ import rand

    return rand(ruby, self, limit)


def _seed_for_all(ruby: Interpreter, _self: object, seed: object = None) -> int:
    from duckrow.ruby.library.random_ import seed_for_all

    return seed_for_all(ruby, seed)


def _proc(_ruby: Interpreter, _self: object, *, block: Proc) -> Proc:
    return block


def _fail(ruby: Interpreter, _self: object, *arguments: object) -> NoReturn:
    from duckrow.ruby.exceptions import raise_

    raise_(ruby, *arguments)


METHODS: dict[str, Callable[..., object]] = {
    "Integer": _integer,
    "Float": _float,
    "String": lambda ruby, _self, value: to_s(ruby, value),
    "Array": _array,
    "Hash": _hash,
    "format": _format,
    "sprintf": _format,
    "loop": _loop,
    "catch": _catch,
    "throw": _throw,
    "fail": _fail,
    "require": _require,
    "require_relative": _require_relative,
    "load": _require,
    "autoload": _nothing,
    **{name: _printing(name) for name in ("puts", "print", "printf", "p", "pp", "warn")},
    **{name: _on_machine(name) for name in NEED_MACHINE},
    "rand": _rand,
    "srand": _seed_for_all,
    "proc": _proc,
    "lambda": _proc,
    "_": lambda _ruby, _self, text: text,
    "n_": lambda _ruby, _self, one, many, count: one if count == 1 else many,
    "private": _nothing,
    "public": _nothing,
    "module_function": _nothing,
    "caller": lambda _ruby, _self, *_: [],
    "__method__": lambda _ruby, _self: None,
    "__callee__": lambda _ruby, _self: None,
    "gem": _nothing,
    "URI": lambda ruby, _self, text: _uri(ruby, text),
    **{
        name: _unsupported(name)
        for name in (
            "eval exec fork select gets readline readlines syscall test set_trace_func ObjectSpace"
        ).split()
    },
}


def _uri(ruby: Interpreter, text: object) -> object:
    from duckrow.ruby.dispatch import send

    return send(ruby, find_constant(ruby, "URI"), "parse", text)
