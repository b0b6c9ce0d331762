"""Functions that can be called from everywhere: Integer(), format(), loop, catch, require ..."""

from __future__ import annotations

import os.path

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import kind_of, to_str
from duckrow.ruby.core.format import format_values
from duckrow.ruby.core.read_numbers import integer_of, strict_float
from duckrow.ruby.errors import (
    RubyError,
    ThrowJump,
    UnsupportedError,
    type_error,
)
from duckrow.ruby.state import STATE, tick
from duckrow.ruby.values.kinds import Proc, Range, RubyObject, symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# Libraries that code may ask for: what they hold is here already, as far as it is at all.
LIBRARIES = frozenset(
    "json yaml psych digest digest/md5 digest/sha1 digest/sha2 base64 erb set time date uri "
    "ipaddr shellwords ostruct bigdecimal openssl securerandom cgi pp forwardable tempfile "
    "fileutils etc socket open3 puppet facter English resolv ipaddr singleton rbconfig "
    "rubygems stringio strscan timeout tmpdir zlib csv logger optparse pathname "
    "net/http net/https open-uri delegate observer monitor tsort abbrev matrix prime pstore "
    "bigdecimal/util json/add/core digest/rmd160 io/console".split()
)


def _integer(_self: Any, value: Any, *options: Any) -> Any:
    base = options[0] if options and not isinstance(options[0], dict) else None
    return _or_nil(options, lambda: integer_of(value, base))


def _float(_self: Any, value: Any, *options: Any) -> Any:
    return _or_nil(options, lambda: strict_float(value))


def _or_nil(options: tuple[Any, ...], convert: Callable[[], Any]) -> Any:
    """Convert; `exception: false` gives nil for what cannot be."""
    given = options[-1] if options else None
    if not isinstance(given, dict) or given.get(symbol("exception")) is not False:
        return convert()
    try:
        return convert()
    except RubyError:
        return None


def _array(_self: Any, value: Any) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, dict | Range):
        from duckrow.ruby.dispatch import send

        return list(send(value, "to_a"))
    return [value]


def _hash(_self: Any, value: Any) -> dict[Any, Any]:
    if value is None or value == []:
        return {}
    if isinstance(value, dict):
        return value
    raise type_error(f"can't convert {kind_of(value)} into Hash")


def _format(_self: Any, template: Any, *arguments: Any) -> str:
    return format_values(to_str(template), list(arguments))


def _loop(_self: Any, *, block: Proc) -> Any:
    while True:
        tick()
        try:
            block()
        except RubyError as error:
            if error.class_name == "StopIteration":
                return None
            raise


def _catch(_self: Any, tag: Any = MISSING, *, block: Proc) -> Any:
    wanted = RubyObject(known_class("Object")) if tag is MISSING else tag
    STATE.catching.append(wanted)
    try:
        return block(wanted)
    except ThrowJump as jump:
        if jump.tag is wanted:
            return jump.value
        raise
    finally:
        STATE.catching.pop()


def _throw(_self: Any, tag: Any, value: Any = None) -> NoReturn:
    if not any(each is tag for each in STATE.catching):
        raise RubyError("UncaughtThrowError", f"uncaught throw {inspect(tag)}")
    raise ThrowJump(tag, value)


def _require(_self: Any, name: Any) -> bool:
    word = to_s(name)
    if word in LIBRARIES:
        return False
    return STATE.known.host.require(word)


def _require_relative(_self: Any, name: Any, file: str) -> bool:
    beside = os.path.join(os.path.dirname(to_s(file)), to_s(name))
    return STATE.known.host.require(os.path.normpath(beside))


def _nothing(_self: Any, *_: Any) -> None:
    return None


def _refused(name: str) -> Callable[..., Any]:
    def refuse(_self: Any, *_: Any, **__: Any) -> NoReturn:
        raise UnsupportedError(name)

    return refuse


def _rand(self: Any, limit: Any = None) -> Any:
    from duckrow.ruby.library.random_ import rand

    return rand(self, limit)


def _seed_for_all(_self: Any, *_: Any) -> NoReturn:
    raise UnsupportedError("srand (a seed for everybody)")


def _proc(_self: Any, *, block: Proc) -> Proc:
    return block


def _fail(_self: Any, *arguments: Any) -> NoReturn:
    from duckrow.ruby.exceptions import raise_

    raise_({}, *arguments)


METHODS: dict[str, Callable[..., Any]] = {
    "Integer": _integer,
    "Float": _float,
    "String": lambda _self, value: to_s(value),
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
    "puts": _nothing,
    "print": _nothing,
    "p": _nothing,
    "pp": _nothing,
    "warn": _nothing,
    "rand": _rand,
    "srand": _seed_for_all,
    "proc": _proc,
    "lambda": _proc,
    "_": lambda _self, text: text,
    "n_": lambda _self, one, many, count: one if count == 1 else many,
    "private": _nothing,
    "public": _nothing,
    "module_function": _nothing,
    "caller": lambda _self, *_: [],
    "__method__": lambda _self: None,
    "__callee__": lambda _self: None,
    "gem": _nothing,
    "URI": lambda _self, text: _uri(text),
    **{
        name: _refused(name)
        for name in (
            "eval instance_eval class_eval exec system spawn fork exit exit! abort sleep open "
            "select trap at_exit gets readline readlines syscall test ` instance_exec "
            "binding set_trace_func ObjectSpace"
        ).split()
    },
}


def _uri(text: Any) -> Any:
    from duckrow.ruby.constants import find_constant
    from duckrow.ruby.dispatch import send

    return send(find_constant("URI"), "parse", text)
