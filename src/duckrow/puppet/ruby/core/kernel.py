"""Functions that can be called from everywhere: Integer(), format(), loop, catch, require ..."""

from __future__ import annotations

from duckrow.puppet.ruby.core.basics import class_name, inspect, to_s
from duckrow.puppet.ruby.errors import (
    RubyError,
    ThrowJump,
    UnsupportedError,
    argument_error,
    type_error,
)
from duckrow.puppet.ruby.state import tick
from duckrow.puppet.ruby.values import Proc, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# Libraries that code may ask for: what they hold is here already, as far as it is at all.
LIBRARIES = frozenset(
    "json yaml psych digest digest/md5 digest/sha1 digest/sha2 base64 erb set time date uri "
    "ipaddr shellwords ostruct bigdecimal openssl securerandom cgi pp forwardable tempfile "
    "fileutils etc socket open3 puppet facter English resolv ipaddr singleton rbconfig "
    "stringio strscan timeout tmpdir zlib csv logger optparse pathname".split()
)


def _integer(_self: Any, value: Any, base: Any = None, **_: Any) -> int:
    if isinstance(value, bool) or value is None:
        raise type_error(f"can't convert {inspect(value)} into Integer")
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise RubyError("FloatDomainError", to_s(value))
        return int(value)
    if isinstance(value, str):
        return _whole(value, base if isinstance(base, int) else None)
    from duckrow.puppet.ruby.dispatch import responds_to, send

    if responds_to(value, "to_i"):
        return int(send(value, "to_i"))
    raise type_error(f"can't convert {class_name(value)} into Integer")


def _whole(text: str, base: int | None) -> int:
    trimmed = text.strip().replace("__", "?")
    sign = -1 if trimmed.startswith("-") else 1
    digits = trimmed.lstrip("+-") if trimmed[:1] in "+-" else trimmed
    if not digits or digits[0] == "_" or digits[-1] == "_" or trimmed[1:2] in ("+", "-"):
        raise argument_error(f"invalid value for Integer(): {inspect(text)}")
    try:
        if base is not None:
            return sign * int(digits.replace("_", ""), base)
        if len(digits) > 1 and digits[0] == "0" and digits[1] in "01234567_":
            return sign * int(digits.replace("_", ""), 8)
        return sign * int(digits.replace("_", ""), 0)
    except ValueError:
        raise argument_error(f"invalid value for Integer(): {inspect(text)}") from None


def _float(_self: Any, value: Any, **_: Any) -> float:
    if value is None or isinstance(value, bool | list | dict):
        shown = inspect(value) if value is None or isinstance(value, bool) else class_name(value)
        raise type_error(f"can't convert {shown} into Float")
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(to_s(value).replace("_", "").strip())
    except ValueError:
        raise argument_error(f"invalid value for Float(): {inspect(value)}") from None


def _array(_self: Any, value: Any) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, dict | Range):
        from duckrow.puppet.ruby.dispatch import send

        return list(send(value, "to_a"))
    return [value]


def _hash(_self: Any, value: Any) -> dict[Any, Any]:
    return {} if value is None or value == [] else value


def _format(_self: Any, template: Any, *arguments: Any) -> str:
    from duckrow.puppet.ruby.dispatch import send

    return str(send(template, "%", list(arguments)))


def _loop(_self: Any, *, block: Proc) -> Any:
    while True:
        tick()
        try:
            block()
        except RubyError as error:
            if error.class_name == "StopIteration":
                return None
            raise


def _catch(_self: Any, tag: Any = None, *, block: Proc) -> Any:
    tag = object() if tag is None else tag
    try:
        return block(tag)
    except ThrowJump as jump:
        if jump.tag is tag or (type(jump.tag) is type(tag) is str and jump.tag == tag):
            return jump.value
        raise


def _throw(_self: Any, tag: Any, value: Any = None) -> NoReturn:
    raise ThrowJump(tag, value)


def _require(_self: Any, name: Any) -> bool:
    word = to_s(name)
    if word in LIBRARIES or word.startswith(("puppet/", "puppet_x/", "facter/")):
        return False
    raise RubyError("LoadError", f"cannot load such file -- {word}")


def _nothing(_self: Any, *_: Any) -> None:
    return None


def _refused(name: str) -> Callable[..., Any]:
    def refuse(_self: Any, *_: Any, **__: Any) -> NoReturn:
        raise UnsupportedError(name)

    return refuse


def _rand(_self: Any, *_: Any) -> NoReturn:
    raise UnsupportedError("rand (random numbers would make each catalog another)")


def _proc(_self: Any, *, block: Proc) -> Proc:
    return block


def _fail(_self: Any, *arguments: Any) -> NoReturn:
    from duckrow.puppet.ruby.runtime import raise_

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
    "require_relative": lambda _self, _name: False,
    "load": _require,
    "autoload": _nothing,
    "puts": _nothing,
    "print": _nothing,
    "p": _nothing,
    "pp": _nothing,
    "warn": _nothing,
    "rand": _rand,
    "srand": _rand,
    "proc": _proc,
    "lambda": _proc,
    "_": lambda _self, text: text,
    "n_": lambda _self, one, many, count: one if count == 1 else many,
    "private": _nothing,
    "public": _nothing,
    "module_function": _nothing,
    "caller": lambda _self, *_: [],
    "__method__": lambda _self: None,
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
    from duckrow.puppet.ruby.constants import find_constant
    from duckrow.puppet.ruby.dispatch import send

    return send(find_constant("URI"), "parse", text)
