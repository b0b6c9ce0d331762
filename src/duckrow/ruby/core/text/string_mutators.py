"""The methods that change a string: each returns the new string and the result of the call.

Many are the method without the exclamation mark; their result is nil if nothing changed.
"""

from __future__ import annotations

from functools import partial

from duckrow.ruby.core.convert import character, from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.core.text import string as plain
from duckrow.ruby.core.text.counting import check_count
from duckrow.ruby.core.text.encoding import taken_as
from duckrow.ruby.core.text.slicing import find_span, put
from duckrow.ruby.core.text.substitute import gsub, sub
from duckrow.ruby.core.text.successor import successor
from duckrow.ruby.errors import RubyError, wrong_count
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Changed = tuple[str, Any]


def _changing(method: Callable[..., str]) -> Callable[..., Changed]:
    """Make the method that is worth nil if the string stays the same."""

    def change(ruby: Interpreter, self: str, *arguments: object) -> Changed:
        check_count(method, arguments)
        made = method(ruby, self, *arguments)
        return made, (None if made == self else made)

    return change


def _always(method: Callable[..., str]) -> Callable[..., Changed]:
    """Make the method that is worth the new string."""

    def change(ruby: Interpreter, self: str, *arguments: object) -> Changed:
        check_count(method, arguments)
        made = method(ruby, self, *arguments)
        return made, made

    return change


def _sub(
    ruby: Interpreter, self: str, pattern: object, *replacement: object, block: Proc | None = None
) -> Changed:
    check_count(sub, (pattern, *replacement))
    made = sub(ruby, self, pattern, *replacement, block=block)
    return (self, None) if made is None else (made, made)


def _gsub(
    ruby: Interpreter, self: str, pattern: object, *replacement: object, block: Proc | None = None
) -> Changed:
    check_count(gsub, (pattern, *replacement))
    made = gsub(ruby, self, pattern, *replacement, block=block)
    return (self, None) if made is None else (made, made)


def _text(ruby: Interpreter, value: object) -> str:
    return character(value) if type(value) is int else to_str(ruby, value)


def _append(ruby: Interpreter, self: str, *others: object) -> str:
    made = self + "".join(map(partial(_text, ruby), others))
    ruby.check_size(len(made))
    return made


def _prepend(ruby: Interpreter, self: str, *others: object) -> str:
    made = "".join(map(partial(to_str, ruby), others)) + self
    ruby.check_size(len(made))
    return made


def _replace(ruby: Interpreter, _self: str, other: object) -> str:
    return to_str(ruby, other)


def _slice(ruby: Interpreter, self: str, key: object, more: object = MISSING) -> Changed:
    found = find_span(ruby, self, (key,) if more is MISSING else (key, more))
    if found is None:
        return self, None
    return self[: found[0]] + self[found[1] :], self[found[0] : found[1]]


def _put(
    ruby: Interpreter, self: str, key: object, value: object, more: object = MISSING
) -> Changed:
    if more is MISSING:
        return put(ruby, self, key, value), value
    return put(ruby, self, key, value, more), more


def _set_byte(ruby: Interpreter, self: str, index: object, value: object) -> Changed:
    data = bytearray(to_bytes(self))
    at = to_int(ruby, index)
    if not -len(data) <= at < len(data):
        raise RubyError("IndexError", f"index {at} out of string")
    data[at] = to_int(ruby, value) & 0xFF
    return from_bytes(bytes(data)), value


MUTATORS: dict[str, Callable[..., Changed]] = {
    "<<": _always(_append),
    "concat": _always(_append),
    "prepend": _always(_prepend),
    "replace": _always(_replace),
    "insert": _always(plain.insert),
    "clear": _always(lambda _ruby, _: ""),
    "force_encoding": _always(taken_as),
    "encode!": _always(plain.encoded),
    "unicode_normalize!": _always(plain.METHODS["unicode_normalize"]),
    "scrub!": _always(plain.scrub),
    "succ!": _always(successor),
    "next!": _always(successor),
    "reverse!": _always(plain.reverse),
    "[]=": _put,
    "setbyte": _set_byte,
    "slice!": _slice,
    "sub!": _sub,
    "gsub!": _gsub,
    "upcase!": _changing(plain.upcase),
    "downcase!": _changing(plain.downcase),
    "capitalize!": _changing(plain.capitalize),
    "swapcase!": _changing(plain.swapcase),
    "strip!": _changing(plain.strip),
    "lstrip!": _changing(plain.lstrip),
    "rstrip!": _changing(plain.rstrip),
    "chomp!": _changing(plain.chomp),
    "chop!": _changing(plain.chop),
    "squeeze!": _changing(plain.squeezed),
    "delete!": _changing(plain.delete),
    "delete_prefix!": _changing(plain.delete_prefix),
    "delete_suffix!": _changing(plain.delete_suffix),
    "tr!": _changing(plain.tr),
    "tr_s!": _changing(plain.tr_s),
}


def call_mutator(
    ruby: Interpreter,
    mutator: Callable[..., Changed],
    self: str,
    arguments: tuple[object, ...],
    block: Proc | None,
) -> Changed:
    """Change a string; a block is for those that take one."""
    if mutator is _sub or mutator is _gsub:
        if not arguments:
            raise wrong_count(0, "1..2")
        return mutator(ruby, self, *arguments, block=block)
    check_count(mutator, arguments)
    return mutator(ruby, self, *arguments)
