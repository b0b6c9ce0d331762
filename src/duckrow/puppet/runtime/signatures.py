"""Signatures of functions: parsed, checked, and described in errors.

A form of a function names its parameters as text. Here that becomes one predicate over the tuple
of arguments; only an error, or a type that is not plain, makes types of the texts.
"""

from __future__ import annotations

from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import ArgumentsError, EvaluationError
from duckrow.puppet.runtime.iterators import Iterator
from duckrow.puppet.runtime.quick_checks import Checks, split_arguments
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.function import Check, Form, Function, LegacyFunction, Names, Run
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.describe.signatures import Signature
    from duckrow.puppet.types.model.base import Type


class _Written:
    """The parameters of a form, with their types unparsed."""

    __slots__ = ("block", "block_is_optional", "block_name", "high", "low", "names", "types")

    def __init__(self, form: Form) -> None:
        self.types: list[str] = []
        self.names: list[str] = []
        self.low = 0
        self.high: int | None = 0
        self.block: str | None = None
        self.block_name: str | None = None
        self.block_is_optional = False
        for text in form.parameters:
            if text.startswith("&"):
                self._add_block(text[1:])
            else:
                self._add(text)

    def _add_block(self, text: str) -> None:
        self.block_is_optional = text.startswith("?")
        type_, _, name = text.lstrip("?").strip().rpartition(" ")
        self.block = type_.strip() or "Callable"
        self.block_name = name or "block"

    def _add(self, text: str) -> None:
        type_, _, name = text.rpartition(" ")
        mark = name[-1] if name[-1:] in ("?", "*", "+") else ""
        self.types.append(type_.strip())
        self.names.append(name.removesuffix(mark))
        self.low += mark in ("", "+")
        if mark in ("*", "+"):
            self.high = None
        elif self.high is not None:
            self.high += 1


def check_of(form: Form, local_types: Names) -> Check:
    """Return the predicate that checks whether a form accepts some arguments."""
    checks = _checks(local_types)
    return checks.compiled("a", _condition(_Written(form), checks, local_types))  # type: ignore[no-any-return]


def direct_of(forms: tuple[Form, ...], ways: list[Run], local_types: Names, reject: Any) -> Run:
    """Return a function of a scope and arguments that calls the way of the first form that fits.

    `reject` gets the arguments that no form accepts. Most calls fit the first form, so the code for
    the others is made when one does not: making all costs a small run half a millisecond of thirty.
    """
    made: list[Run] = []

    def rest(scope: Scope, arguments: tuple[object, ...]) -> object:
        if not made:
            made.append(_made_of(forms[1:], ways[1:], local_types, "", reject))
        return made[0](scope, *arguments)

    if len(forms) <= 1:
        return _made_of(forms, ways, local_types, "", reject)
    return _made_of(forms[:1], ways[:1], local_types, "scope, ", rest)


def _made_of(
    forms: tuple[Form, ...], ways: list[Run], local_types: Names, before: str, otherwise: Any
) -> Run:
    checks = _checks(local_types)
    lines = []
    for form, way in zip(forms, ways, strict=True):
        written = _Written(form)
        # A number of arguments that is known needs no tuple at the call.
        is_fixed = written.block is None and written.high == written.low
        given = [f"a[{index}]" for index in range(written.low)] if is_fixed else ["*a"]
        call = f"{checks.bind(way)}({', '.join(['scope', *given])})"
        lines.append(f" if {_condition(written, checks, local_types)}: return {call}")
    lines.append(f" return {checks.bind(otherwise)}({before}a)")
    return checks.defined("scope, *a", lines)  # type: ignore[no-any-return]


def _checks(local_types: Names) -> Checks:
    checks = Checks(lambda text: _type_check(text, local_types))
    checks.names["Block"] = Block
    return checks


def _condition(written: _Written, checks: Checks, local_types: Names) -> str:
    """Write the condition that a form accepts the arguments `a`."""
    ways = []
    if written.block is None or written.block_is_optional:
        ways.append(_without_block(written, checks))
    if written.block is not None:
        ways.append(_with_block(written, checks, local_types))
    if len(ways) == 1:
        return ways[0]
    return f"(({ways[1]}) if a and a[-1].__class__ is Block else ({ways[0]}))"


def _both(*parts: str) -> str:
    return " and ".join(part for part in parts if part != "True") or "True"


def _count(low: int, high: int | None, extra: int) -> str:
    if high is None:
        return "True" if low + extra == 0 else f"len(a) >= {low + extra}"
    if low == high:
        return f"len(a) == {low + extra}"
    return f"{low + extra} <= len(a) <= {high + extra}"


def _arguments(written: _Written, checks: Checks, has_block: bool) -> str:
    """Write the checks of the arguments without the block."""
    parts = []
    end = "len(a) - 1" if has_block else "len(a)"
    for index, type_ in enumerate(written.types):
        check = checks.expression(type_, f"a[{index}]")
        if check == "True":
            continue
        if index < written.low:
            parts.append(check)
        if written.high is None and index == len(written.types) - 1:
            start = index + (index < written.low)
            item = checks.expression(type_, "v")
            rest = f"a[{start or ''}:{'-1' if has_block else ''}]" if start or has_block else "a"
            parts.append(f"not [1 for v in {rest} if not {item}]")
        elif index >= written.low:
            parts.append(f"({end} <= {index} or {check})")
    return _both(*parts)


def _without_block(written: _Written, checks: Checks) -> str:
    # A block is not an argument, not even for Any.
    no_block = "not (a and a[-1].__class__ is Block)" if written.block is None else "True"
    return _both(_count(written.low, written.high, 0), no_block, _arguments(written, checks, False))


def _with_block(written: _Written, checks: Checks, local_types: Names) -> str:
    is_block = "True" if written.block_is_optional else "a[-1].__class__ is Block"
    return _both(
        _count(written.low, written.high, 1),
        is_block,
        _arguments(written, checks, True),
        _block(written.block or "Callable", checks, local_types),
    )


def _block(text: str, checks: Checks, local_types: Names) -> str:
    """Write the check of the block: by its number of parameters, or by its type if it has types."""
    arguments = split_arguments(text.partition("[")[2][:-1])
    low, high = _counts(arguments)

    def fits(block: Block) -> bool:
        from duckrow.puppet.types.assignable import assignable_once

        if high is not None and arguments == [str(low), str(high)]:
            wanted = _callable_with(low, high)
        else:
            wanted = type_of_text(text, local_types)
        return assignable_once(wanted, block.puppet_type)

    name = checks.bind(fits)
    if not text.startswith("Callable"):  # Variant[Callable[1, 1], Callable[2, 2]]
        return f"{name}(a[-1])"
    # A block in Ruby may take any number.
    most = f"(a[-1].high is None or a[-1].high >= {high})"
    plain = "False" if high is None else f"a[-1].low <= {low} and {most}"
    if text == "Callable":
        # Any block will do, but its types have to be there.
        plain = "True"
    return f"({plain} if a[-1].call is a[-1].function else {name}(a[-1]))"


def _callable_with(low: int, high: int) -> Type:
    """Return Callable[low, high] without the parser, which takes 5 ms to import."""
    from duckrow.puppet.types.model.basic import UNIT
    from duckrow.puppet.types.model.collections import TupleType
    from duckrow.puppet.types.model.numbers import IntegerType
    from duckrow.puppet.types.model.wrappers import CallableType

    parameters = (UNIT,) if high else ()
    return CallableType(TupleType(parameters, IntegerType(low, high)), None, None)


def _counts(arguments: list[str]) -> tuple[int, int | None]:
    """Return how many arguments a Callable[...] is called with."""
    numbers = [text for text in arguments if text.isdigit()]
    if not numbers:
        return len(arguments), len(arguments)
    low = int(numbers[0])
    return low, int(numbers[1]) if len(numbers) == 2 else None


# Types of texts


def type_of_text(text: str, local_types: Names) -> Type:
    """Return the type that a text names."""
    from duckrow.puppet.types.names import NAMED

    known = NAMED.get(text.lower())
    if known is not None:
        return known  # a run that meets only such texts needs no parser
    from duckrow.puppet.types.definitions import Definitions
    from duckrow.puppet.types.parse import parse_type

    if isinstance(local_types, dict):
        return parse_type(text, Definitions(local_types))
    return parse_type(text, local_types)


def _type_check(text: str, local_types: Names) -> Callable[[object], bool]:
    from duckrow.puppet.types.instance import checker

    return checker(type_of_text(text, local_types))


def _signature(form: Form, local_types: Names) -> Signature:
    from duckrow.puppet.types.describe.signatures import Signature
    from duckrow.puppet.types.model.choices import OptionalType
    from duckrow.puppet.types.model.collections import TupleType
    from duckrow.puppet.types.model.numbers import IntegerType
    from duckrow.puppet.types.model.wrappers import CallableType

    written = _Written(form)
    types = tuple(type_of_text(text, local_types) for text in written.types)
    block: Type | None = None
    if written.block is not None:
        block = type_of_text(written.block, local_types)
        if written.block_is_optional:
            block = OptionalType(block)
    parameters = TupleType(types, IntegerType(written.low, written.high))
    return Signature(
        CallableType(parameters, block, None), tuple(written.names), written.block_name
    )


def types_of(arguments: tuple[object, ...]) -> Type:
    """Return the type of some arguments, for messages."""
    from duckrow.puppet.types.infer import infer_detailed

    return infer_detailed(list(arguments))


# Functions


def mismatch(function: Function, arguments: tuple[object, ...]) -> str:
    """Return why no form of a function accepts these arguments."""
    from duckrow.puppet.types.describe.signatures import describe_signatures

    signatures = [
        _signature(form, function.local_types)
        for form in function.forms
        if not form.is_fallback and not form.is_quiet
    ]
    return describe_signatures(function.name, signatures, types_of(arguments))


def call_legacy(function: LegacyFunction, scope: Scope, arguments: tuple[object, ...]) -> object:
    """Call a function of the older family: arguments are counted, and some are written as text."""
    if arguments and type(arguments[-1]) is Block:
        arguments = arguments[:-1]  # they know of no blocks
    given = list(map(_for_legacy, arguments))
    count, arity = len(given), function.arity
    if arity >= 0 and count != arity:
        wanted = str(arity)
    elif arity < 0 and count < -arity - 1:
        wanted = f"minimum {-arity - 1}"
    else:
        result = function.run(scope, given)
        return None if function.is_statement else result
    raise ArgumentsError(
        f"{function.name}(): Wrong number of arguments given ({count} for {wanted})"
    )


_AS_THEY_ARE = frozenset((str, int, float, bool))
_INSIDE = _AS_THEY_ARE | {type(None)}  # of arrays and hashes


def _is_inside(value: Any) -> bool:
    """Return whether a part of a hash is the same for functions of the older family.

    Most of their hashes are those of `create_resources`: hashes of hashes.
    """
    kind = value.__class__
    if kind is dict:
        return _INSIDE.issuperset(map(type, value)) and _INSIDE.issuperset(
            map(type, value.values())
        )
    return kind in _INSIDE or (kind is list and _INSIDE.issuperset(map(type, value)))


def _for_legacy(value: Any, undef: Any = "") -> object:
    """Return a value as a function of the older family gets it."""
    kind = value.__class__
    if kind in _AS_THEY_ARE:
        return value
    if value is None:
        return undef
    if kind is list:
        if _INSIDE.issuperset(map(type, value)):
            return value
        return [_for_legacy(item, None) for item in value]
    if kind is dict:
        if _INSIDE.issuperset(map(type, value)) and (
            _INSIDE.issuperset(map(type, value.values())) or all(map(_is_inside, value.values()))
        ):
            return value
        return {_key_for_legacy(key): _for_legacy(item, None) for key, item in value.items()}
    return _rich_for_legacy(value)


def _key_for_legacy(key: Any) -> object:
    if type(key) in _INSIDE:
        return key

    return to_key(_for_legacy(from_key(key), None))


def _rich_for_legacy(value: Any) -> object:
    from duckrow.puppet.types.format.interpolated import interpolated
    from duckrow.puppet.values.binary import Binary
    from duckrow.puppet.values.semver import SemVer
    from duckrow.puppet.values.semver_range import SemVerRange
    from duckrow.puppet.values.timespan import Timespan
    from duckrow.puppet.values.timestamp import Timestamp
    from duckrow.regexp import RubyRegexp

    if isinstance(value, Iterator):
        raise EvaluationError("Use of an Iterator is not supported here")
    written = (RubyRegexp, Binary, SemVer, SemVerRange, Timespan, Timestamp)
    return interpolated(value) if isinstance(value, written) else value
