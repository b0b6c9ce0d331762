"""The vocabulary that compiled Ruby calls."""

from __future__ import annotations

from duckrow.puppet.ruby.core.basics import case_equal, equal, to_s, truthy
from duckrow.puppet.ruby.dispatch import call_method, no_method, responds_to, send
from duckrow.puppet.ruby.errors import (
    BreakJump,
    NextJump,
    ReturnJump,
    RubyError,
    argument_error,
    type_error,
)
from duckrow.puppet.ruby.exceptions import RESCUED, exception_of, raise_, rescues
from duckrow.puppet.ruby.naming import (
    alias_method,
    constant,
    constant_or_nil,
    define_method,
    define_singleton,
    defined_block,
    defined_constant,
    defined_expression,
    defined_instance_variable,
    defined_method,
    defined_value,
    global_variable,
    instance_variable,
    kernel_methods,
    open_class,
    open_singleton,
    send_super,
    set_constant,
    set_instance_variable,
    unsupported,
)
from duckrow.puppet.ruby.state import STATE, check_number, check_size, tick
from duckrow.puppet.ruby.values import (
    MatchData,
    Proc,
    Range,
    RubyObject,
    Symbol,
    symbol,
)
from duckrow.puppet.runtime.block import MISSING
from duckrow.puppet.values.keys import to_key
from duckrow.regexp import PatternError, RubyRegexp, regexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

SPLAT = object()  # in front of a hash whose entries go into the one around it


# ---- calls


def send_self(self: Any, name: str, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method of self, or a function that is there everywhere."""
    if type(self) is RubyObject:
        method = self.class_.find_method(name)
        if method is not None:
            return call_method(method, self, arguments, block)
    elif hasattr(type(self), "ruby_send"):
        return self.ruby_send(name, arguments, block)
    kernel = kernel_methods()
    if name in kernel and not responds_to(self, name):
        return call_method(kernel[name], self, arguments, block)
    if name not in kernel and not responds_to(self, name):
        missing = (
            None if type(self) is not RubyObject else self.class_.find_method("method_missing")
        )
        if missing is None:
            if arguments or block is not None:
                raise no_method(self, name)
            raise RubyError(
                "NameError", f"undefined local variable or method `{name}' for {_named(self)}"
            )
    return send(self, name, *arguments, block=block)


def _catches_all(self: Any) -> bool:
    return type(self) is RubyObject and self.class_.find_method("method_missing") is not None


def _named(value: Any) -> str:
    from duckrow.puppet.ruby.core.basics import described

    return described(value)


def send_safely(receiver: Any, name: str, *arguments: Any, block: Proc | None = None) -> Any:
    """Call a method unless the receiver is nil."""
    return None if receiver is None else send(receiver, name, *arguments, block=block)


def send_assignment(receiver: Any, name: str, value: Any) -> Any:
    send(receiver, name, value)
    return value


def call_block(block: Proc | None, *arguments: Any) -> Any:
    """Call the block of the method: yield."""
    if block is None:
        raise RubyError("LocalJumpError", "no block given (yield)")
    return block(*arguments)


def to_proc(value: Any) -> Proc | None:
    """Give what stands after & as a block."""
    if value is None or isinstance(value, Proc):
        return value
    if type(value) is Symbol:
        name = value.name
        return Proc(lambda receiver, *rest: send(receiver, name, *rest))
    made = send(value, "to_proc")
    if not isinstance(made, Proc):
        raise type_error(f"wrong argument type {_named(value)} (expected Proc)")
    return made


class Lambda(Proc):
    """A lambda: `return` leaves it, and it counts its arguments."""

    __slots__ = ()

    def __call__(self, *arguments: Any) -> Any:
        given = len(arguments)
        if given < self.required or (given > self.count and not self.has_rest):
            least = self.required
            most = "+" if self.has_rest else "" if least == self.count else f"..{self.count}"
            raise argument_error(
                f"wrong number of arguments (given {given}, expected {least}{most})"
            )
        try:
            return self.function(*arguments)
        except ReturnJump as jump:
            return jump.value


def mutate(receiver: Any, name: str, *arguments: Any, block: Proc | None = None) -> tuple[Any, Any]:
    """Call a method that may change a string: gives the new receiver and the result."""
    if type(receiver) is not str:
        return receiver, send(receiver, name, *arguments, block=block)
    from duckrow.puppet.ruby.core.string_mutators import MUTATORS, call_mutator

    mutator = MUTATORS.get(name)
    if mutator is None:
        raise no_method(receiver, name)
    return call_mutator(mutator, receiver, arguments, block)


def new_tag() -> object:
    return object()


def left_by_break(tag: object, call: Callable[[], Any]) -> Any:
    """Run a call whose block may leave it."""
    try:
        return call()
    except BreakJump as jump:
        if jump.tag is tag:
            return jump.value
        raise


# ---- operators


def add(one: Any, other: Any) -> Any:
    kind = type(one)
    if kind is type(other):
        if kind is str:
            check_size(len(one) + len(other))
            return one + other
        if kind is int:
            return check_number(one + other)
        if kind is float:
            return one + other
    return send(one, "+", other)


def subtract(one: Any, other: Any) -> Any:
    return one - other if type(one) is type(other) is int else send(one, "-", other)


def multiply(one: Any, other: Any) -> Any:
    if type(one) is type(other) is int:
        return check_number(one * other)
    return send(one, "*", other)


def shift_left(one: Any, other: Any) -> Any:
    """Give one << other: a string is made anew, an array is changed."""
    if type(one) is str:
        check_size(len(one))
        if type(other) is int:
            return one + chr(other)
        if type(other) is not str:
            raise type_error(f"no implicit conversion of {_class(other)} into String")
        return one + other
    if type(one) is list:
        one.append(other)
        return one
    append = getattr(one, "ruby_append", None)
    if append is not None:  # the text of a template
        append(other)
        return one
    return send(one, "<<", other)


def _class(value: Any) -> str:
    from duckrow.puppet.ruby.core.basics import class_name

    return {"NilClass": "nil"}.get(class_name(value), class_name(value))


def match_operator(one: Any, other: Any) -> Any:
    """Give one =~ other: where the match begins, or nil."""
    if type(one) is str and type(other) is RubyRegexp:
        one, other = other, one
    if type(one) is RubyRegexp:
        if other is None:
            STATE.match = None
            return None
        text = other.name if type(other) is Symbol else other
        found = one.search(text)
        STATE.match = None if found is None else MatchData(found, one)
        return None if found is None else found.start()
    return send(one, "=~", other)


def named_group(name: str) -> Any:
    """Give what a named group of the last match holds."""
    found = STATE.match
    return None if found is None else found.regexp.named(found.match)[name]


def element(value: Any, *keys: Any) -> Any:
    """Give value[keys]."""
    if type(value) is dict and len(keys) == 1:
        found = value.get(to_key(keys[0]), MISSING)
        if found is not MISSING:
            return found
    elif type(value) is list and len(keys) == 1 and type(keys[0]) is int:
        index = keys[0]
        return value[index] if -len(value) <= index < len(value) else None
    return send(value, "[]", *keys)


def set_element(value: Any, new: Any, *keys: Any) -> Any:
    """Set value[keys] = new."""
    if type(value) is dict:
        value[to_key(keys[0])] = new
    else:
        send(value, "[]=", *keys, new)
    return new


def store_element(new: Any, value: Any, *keys: Any) -> Any:
    """Set value[keys] = new, where the new one is evaluated first."""
    return set_element(value, new, *keys)


def with_element(value: Any, new: Any, *keys: Any) -> Any:
    """Set value[keys] = new and give the value; of a string, a new one."""
    if type(value) is str:
        from duckrow.puppet.ruby.core.slicing import put

        return put(value, *keys, new)
    set_element(value, new, *keys)
    return value


def any_case(options: Any, value: Any) -> bool:
    return any(case_equal(option, value) for option in splat(options))


# ---- values


def hash_of(*parts: Any) -> dict[Any, Any]:
    """Make a hash of keys and values in turn; SPLAT as a key takes in a whole hash."""
    made: dict[Any, Any] = {}
    for index in range(0, len(parts), 2):
        key, value = parts[index], parts[index + 1]
        if key is SPLAT:
            made.update(value or {})
        else:
            made[to_key(key)] = value
    return made


def range_of(first: Any, last: Any, excludes_last: bool) -> Range:
    """Make a range; its ends must be of one kind."""
    if type(first) is not type(last) and first is not None and last is not None:
        from duckrow.puppet.ruby.core.range import new_range

        return new_range(first, last, excludes_last)
    return Range(first, last, excludes_last)


def splat(value: Any) -> list[Any]:
    """Give what *value stands for."""
    if type(value) is list:
        return value
    if value is None:
        return []
    if isinstance(value, dict | Range) or hasattr(type(value), "ruby_iterate"):
        return list(send(value, "to_a"))
    return [value]


def spread(value: Any, count: int, splat_at: int) -> list[Any]:
    """Give the values that a, *b, c = value assigns."""
    items = list(value) if type(value) is list else [value]
    if splat_at < 0:
        return items[:count] + [None] * (count - len(items))
    after = count - splat_at - 1
    items += [None] * (splat_at + after - len(items))
    end = len(items) - after
    return [*items[:splat_at], items[splat_at:end], *items[end:]]


def iterate(value: Any) -> Iterator[Any]:
    from duckrow.puppet.ruby.core.iteration import iterate as items_of

    return items_of(value)


def regexp_of(source: str, flags: int) -> RubyRegexp:
    try:
        return regexp(source, flags)
    except PatternError as wrong:
        raise RubyError("RegexpError", f"{wrong.message}: /{source}/") from None


def regexp_part(value: Any) -> str:
    """Write what is put into a regular expression."""
    return value.to_s() if type(value) is RubyRegexp else to_s(value)


def take_last(rest: list[Any]) -> Any:
    return rest.pop() if rest else None


def take_keywords(rest: list[Any]) -> dict[Any, Any] | None:
    """Take the hash of keywords from the end of what is left, if there is one."""
    if rest and type(rest[-1]) is dict and all(type(key) is Symbol for key in rest[-1]):
        taken: dict[Any, Any] = rest.pop()
        return taken
    return None


def keywords_or(given: Any, optional: Any) -> tuple[Any, Any]:
    if given is None and type(optional) is dict and all(type(key) is Symbol for key in optional):
        return optional, MISSING
    return given, optional


def check_keywords(given: Any, known: tuple[str, ...]) -> None:
    """Refuse keywords that nobody asked for."""
    unknown = [f":{key.name}" for key in given or () if key.name not in known]
    if unknown:
        raise argument_error(f"unknown keyword{'s' * (len(unknown) > 1)}: {', '.join(unknown)}")


def other_keywords(given: Any, known: tuple[str, ...]) -> dict[Any, Any]:
    """Give the keywords that have no parameter of their own."""
    return {key: value for key, value in (given or {}).items() if key.name not in known}


def take_keyword(given: Any, name: str, default: Callable[[], Any] | None = None) -> Any:
    key = symbol(name)
    if given is not None and key in given:
        return given[key]
    if default is None:
        raise argument_error(f"missing keyword: :{name}")
    return default()


__all__ = [
    "MISSING",
    "RESCUED",
    "SPLAT",
    "BreakJump",
    "Lambda",
    "NextJump",
    "Proc",
    "Range",
    "ReturnJump",
    "add",
    "alias_method",
    "any_case",
    "call_block",
    "case_equal",
    "check_keywords",
    "constant",
    "constant_or_nil",
    "define_method",
    "define_singleton",
    "defined_block",
    "defined_constant",
    "defined_expression",
    "defined_instance_variable",
    "defined_method",
    "defined_value",
    "element",
    "equal",
    "exception_of",
    "global_variable",
    "hash_of",
    "instance_variable",
    "iterate",
    "keywords_or",
    "left_by_break",
    "match_operator",
    "multiply",
    "mutate",
    "named_group",
    "new_tag",
    "open_class",
    "open_singleton",
    "other_keywords",
    "raise_",
    "range_of",
    "regexp_of",
    "regexp_part",
    "rescues",
    "send",
    "send_assignment",
    "send_safely",
    "send_self",
    "send_super",
    "set_constant",
    "set_element",
    "set_instance_variable",
    "shift_left",
    "splat",
    "spread",
    "store_element",
    "subtract",
    "symbol",
    "take_keyword",
    "take_keywords",
    "take_last",
    "tick",
    "to_proc",
    "to_s",
    "truthy",
    "unsupported",
    "with_element",
]  # fmt: skip
