"""Class methods of Ruby's own classes: Array.new, Hash[], Regexp.escape, ..."""

from __future__ import annotations

from math import isqrt

from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.core.collections.new_array import new_list
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects.kernel import METHODS as KERNEL
from duckrow.ruby.core.text.matching import escape, make_regexp
from duckrow.ruby.errors import RubyError, argument_error, type_error, wrong_count
from duckrow.ruby.values.class_names import class_name, conversion_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc, Range, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _new_array(
    ruby: Interpreter, self: RubyModule, *given: object, block: Proc | None = None
) -> object:
    if self.name != "Array":
        from duckrow.ruby.core.objects.heirs import ArrayHeir, new_heir

        return new_heir(ruby, ArrayHeir(self), given, block)
    return new_list(ruby, given, block)


def _array_of(_ruby: Interpreter, self: RubyModule, *items: object) -> list[object]:
    if self.name == "Array":
        return list(items)
    from duckrow.ruby.core.objects.heirs import ArrayHeir

    made = ArrayHeir(self)
    made[:] = items
    return made


def _try_array(_ruby: Interpreter, _self: RubyModule, value: object) -> object:
    return value if type(value) is list else None


def _new_hash(
    ruby: Interpreter, self: RubyModule, *given: object, block: Proc | None = None
) -> dict[Any, Any] | object:
    if self.name != "Hash":
        from duckrow.ruby.core.objects.heirs import HashHeir, new_heir

        return new_heir(ruby, HashHeir(self), given, block)
    if len(given) > 1 or (block is not None and given):
        raise wrong_count(len(given), "0" if block is not None else "0..1")
    return DefaultHash(given[0] if given else None, block)


def _hash_of(_ruby: Interpreter, _self: RubyModule, *parts: object) -> dict[Any, Any]:
    """Hash[[[k, v], ...]], Hash[hash] or Hash[k, v, ...]."""
    if len(parts) == 1:
        if isinstance(parts[0], dict):
            return dict(parts[0])
        if type(parts[0]) is list:
            made: dict[Any, Any] = {}
            for pair in parts[0]:
                if type(pair) is not list:
                    raise argument_error(f"wrong element type {class_name(pair)} (expected array)")
                if len(pair) not in (1, 2):
                    raise argument_error(f"invalid number of elements ({len(pair)} for 1..2)")
                made[to_key(pair[0])] = pair[1] if len(pair) == 2 else None
            return made
    if len(parts) % 2:
        raise argument_error("odd number of arguments for Hash")
    return {to_key(parts[at]): parts[at + 1] for at in range(0, len(parts), 2)}


def _new_string(
    ruby: Interpreter, self: RubyModule, *given: object, block: Proc | None = None
) -> object:
    text = given[0] if given and type(given[0]) is not dict else ""
    if self.name != "String":
        from duckrow.ruby.core.objects.heirs import StringHeir, new_heir

        return new_heir(ruby, StringHeir(self, to_s(ruby, text)), given, block)
    return to_s(ruby, text)


def _new_range(
    ruby: Interpreter, _self: RubyModule, first: object, last: object, excludes_last: object = False
) -> Range:
    from duckrow.ruby.core.collections.range import new_range

    return new_range(ruby, first, last, truthy(excludes_last))


# ---- Regexp


def _new_regexp(
    _ruby: Interpreter, _self: RubyModule, source: object, options: object = None, *_: object
) -> RubyRegexp:
    if type(source) is RubyRegexp:
        return source
    if not isinstance(source, str):
        raise type_error(f"no implicit conversion of {conversion_name(source)} into String")
    from duckrow.ruby.core.text.regexp import flags_of

    return make_regexp(source, flags_of(options if type(options) is int else truthy(options)))


def _escape(_ruby: Interpreter, _self: object, text: object) -> str:
    if type(text) is str and text.isalnum():
        return text
    word = text.name if type(text) is Symbol else text
    if not isinstance(word, str):
        raise type_error(f"no implicit conversion of {conversion_name(text)} into String")
    return escape(word)


def _union(ruby: Interpreter, _self: RubyModule, *patterns: object) -> RubyRegexp:
    from duckrow.ruby.literals import regexp_of

    if len(patterns) == 1 and type(patterns[0]) is list:
        patterns = tuple(patterns[0])
    if not patterns:
        return regexp_of("(?!)", 0)
    if len(patterns) == 1 and type(patterns[0]) is RubyRegexp:
        return patterns[0]
    parts = [
        each.to_s() if type(each) is RubyRegexp else _escape(ruby, None, each) for each in patterns
    ]
    return regexp_of("|".join(parts), 0)


def _last_match(ruby: Interpreter, _self: RubyModule, group: object = None) -> object:
    match = ruby.match
    if group is None or match is None:
        return match
    from duckrow.ruby.dispatch import send

    return send(ruby, match, "[]", group)


# ---- others


def _square_root(ruby: Interpreter, _self: RubyModule, value: object) -> int:
    number = to_int(ruby, value)
    if number < 0:
        raise RubyError("Math::DomainError", 'Numerical argument is out of domain - "isqrt"')
    return isqrt(number)


def _new_proc(_ruby: Interpreter, _self: RubyModule, *, block: Proc | None = None) -> Proc:
    if block is None:
        raise argument_error("tried to create Proc object without a block")
    return block


def _new_exception(ruby: Interpreter, self: RubyModule, *arguments: object) -> object:
    from duckrow.ruby.core.objects.module import METHODS

    return METHODS["new"](ruby, self, *arguments)


SINGLETONS: dict[str, dict[str, Callable[..., object]]] = {
    "Array": {
        "new": _new_array,
        "[]": _array_of,
        "try_convert": _try_array,
    },
    "Hash": {"new": _new_hash, "[]": _hash_of},
    "String": {"new": _new_string},
    "Range": {"new": _new_range},
    "Regexp": {
        "new": _new_regexp,
        "compile": _new_regexp,
        "escape": _escape,
        "quote": _escape,
        "union": _union,
        "last_match": _last_match,
    },
    "Integer": {"sqrt": _square_root},
    "Proc": {"new": _new_proc},
    "Kernel": KERNEL,
    "Exception": {"exception": _new_exception},
}
