"""Calling blocks whose parameters have types or defaults, or which capture the rest.

Functions written in the language are blocks with a name, and are called here too.
"""

from __future__ import annotations

from duckrow.puppet.runtime.block import MISSING, Block
from duckrow.puppet.runtime.errors import ArgumentsError, EvaluationError, ReturnJump
from duckrow.puppet.runtime.signatures import types_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.definition import Parameter
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.wrappers import CallableType

_LAMBDA = "lambda"  # the name of a block in messages


def parameter_names(block: Block) -> tuple[str, ...]:
    """Return the names of the parameters of a block."""
    if block.parameters:
        return tuple(parameter.name for parameter in block.parameters)
    # A plain block has nothing but its code, in which names end in a number against clashes.
    code = block.function.__code__
    return tuple(name.rpartition("_")[0] for name in code.co_varnames[: code.co_argcount])


def type_of_block(block: Block) -> CallableType:
    """Return the type of a block."""
    from duckrow.puppet.types.model.basic import ANY
    from duckrow.puppet.types.model.collections import ArrayType, TupleType
    from duckrow.puppet.types.model.numbers import ANY_SIZE, IntegerType
    from duckrow.puppet.types.model.wrappers import CallableType

    types: list[Type] = []
    low: int = 0
    high: int | None = 0
    has_optional = False
    for parameter in block.parameters:
        type_ = parameter.type_in(block.scope) or ANY
        size = IntegerType(0 if parameter.default else 1, 1)
        if parameter.captures_rest:
            size = ANY_SIZE
            if isinstance(type_, ArrayType):
                size, type_ = type_.size or ANY_SIZE, type_.element
        types.append(type_)
        if size.low and has_optional:
            raise EvaluationError(
                f"Parameter ${parameter.name} is required but appears after optional parameters",
                "required-parameter-after-optional",
                part=f"parameter_{parameter.name}",
            )
        has_optional = has_optional or size.low == 0
        low += size.low or 0
        high = None if high is None or size.high is None else high + size.high
    if not block.parameters:
        low, high = block.low, block.high  # those of a block in Ruby may differ
        types = [ANY] * (max(low, 1) if high is None else high)
    returns = None if block.returns is None else block.returns(block.scope)
    return CallableType(TupleType(tuple(types), IntegerType(low, high)), None, returns)


def mismatch_of_block(block: Block, arguments: tuple[object, ...]) -> str:
    """Return why a block cannot be called with these arguments."""
    from duckrow.puppet.types.describe.signatures import Signature, describe_signatures

    names = parameter_names(block)
    if len(arguments) < block.low and block.name == _LAMBDA:
        name = names[len(arguments)]
        raise EvaluationError(
            f"Parameter ${name} is required but no value was given",
            "missing-required-parameter",
            part=f"parameter_{name}",
        )
    signature = Signature(block.puppet_type, names, None)
    return describe_signatures(block.name, [signature], types_of(arguments))


def prepared(block: Block) -> Callable[..., object]:
    """Make the function that calls a block with its arguments checked."""
    high = block.high
    if high is None or not block.parameters or block.returns is not None:
        return lambda *arguments: call_checked(block, arguments)
    from duckrow.puppet.types.instance import checker
    from duckrow.puppet.types.model.basic import ANY

    low, function = block.low, block.function
    checks = [checker(each.type_in(block.scope) or ANY) for each in block.parameters]

    def call(*arguments: object) -> Any:
        if len(arguments) != high:
            return call_checked(block, arguments)
        for check, value in zip(checks, arguments, strict=True):
            if not check(value):
                return call_checked(block, arguments)
        return function(*arguments)

    def call_with_defaults(*arguments: object) -> object:
        if not low <= len(arguments) <= high:
            return call_checked(block, arguments)
        for check, value in zip(checks, arguments, strict=False):
            if not check(value):
                return call_checked(block, arguments)
        return _call(block, (*arguments, *(MISSING,) * (high - len(arguments))))

    return call if low == high else call_with_defaults


def _call(block: Block, values: tuple[object, ...]) -> object:
    try:
        return block.function(*values)
    except _WrongDefaultError as wrong:
        # The error goes to the caller, who could have passed another value.
        raise EvaluationError(_describe_default(block, values, wrong)) from None


def call_checked(block: Block, arguments: tuple[Any, ...]) -> object:
    """Call a block whose parameters have types or defaults, or which captures the rest."""
    given = len(arguments)
    if block.high is not None and given > block.high and block.name == _LAMBDA:
        arguments = arguments[: block.high]
    elif given < block.low or (block.high is not None and given > block.high):
        raise ArgumentsError(mismatch_of_block(block, arguments))
    if not block.parameters and block.returns is None:
        return block.function(*arguments)
    values: list[object] = []
    for index, parameter in enumerate(block.parameters):
        if parameter.captures_rest:
            values.append(_rest(block, parameter, arguments, index))
        elif index < given:
            value = arguments[index]
            type_ = parameter.type_ or parameter.type_in(block.scope)
            if type_ is not None:
                _fits(block, type_, value, arguments)
            values.append(value)
        else:
            values.append(MISSING)
    if block.returns is None:
        return _call(block, tuple(values))
    try:
        result = _call(block, tuple(values))
    except ReturnJump as jump:
        if block.name == _LAMBDA:
            raise  # it leaves the function around the block
        return jump.value  # the reference does not check the value of return()
    return returned(block.name, block.returns(block.scope), result)


class _WrongDefaultError(Exception):
    """The default of a parameter does not have the type of the parameter."""

    def __init__(self, parameter: str, value: Any) -> None:
        super().__init__(parameter)
        self.parameter = parameter
        self.value = value


def checked_default(parameter: str, value: Any, type_: Type, captures_rest: bool) -> object:
    """Return the default of a parameter back if it has the type of the parameter."""
    from duckrow.puppet.types.instance import accepts
    from duckrow.puppet.types.model.collections import ArrayType

    if captures_rest and not isinstance(type_, ArrayType):
        fits = all(accepts(type_, item) for item in value)
    else:
        fits = accepts(type_, value)
    if fits:
        return value
    raise _WrongDefaultError(parameter, value)


def _describe_default(block: Block, values: tuple[Any, ...], wrong: _WrongDefaultError) -> str:
    """Describe a default as if it had been given; other defaults count as right."""
    from duckrow.puppet.types.describe.signatures import Signature, describe_signatures
    from duckrow.puppet.types.infer import infer_detailed
    from duckrow.puppet.types.model.basic import ANY
    from duckrow.puppet.types.model.collections import TupleType

    types: list[Type] = []
    for parameter, value in zip(block.parameters, values, strict=True):
        given = wrong.value if parameter.name == wrong.parameter else value
        if parameter.captures_rest:
            types += map(infer_detailed, () if given is MISSING else given)
        elif given is MISSING:
            types.append(parameter.type_in(block.scope) or ANY)
        else:
            types.append(infer_detailed(given))
    signature = Signature(block.puppet_type, parameter_names(block), None)
    return describe_signatures(block.name, [signature], TupleType(tuple(types), None))


def _rest(block: Block, parameter: Parameter, arguments: tuple[object, ...], index: int) -> object:
    rest = list(arguments[index:])
    # A single undef means the default, but must fit where a function is called by name.
    is_default = parameter.default is not None and (not rest or rest == [None])
    if is_default and (not rest or block.name == _LAMBDA):
        return MISSING
    type_ = parameter.type_in(block.scope)
    if type_ is not None:
        from duckrow.puppet.types.model.collections import ArrayType

        if isinstance(type_, ArrayType):
            _fits(block, type_, rest, arguments)
        else:
            for item in rest:
                _fits(block, type_, item, arguments)
    return MISSING if is_default else rest


def _fits(block: Block, type_: Type, value: object, arguments: tuple[object, ...]) -> None:
    from duckrow.puppet.types.instance import accepts

    if not accepts(type_, value):
        raise ArgumentsError(mismatch_of_block(block, arguments))


def returned(name: str, type_: Type | list[Type], value: Any) -> Any:
    """Return a returned value back if it has the type that was announced."""
    if isinstance(type_, list):  # File['/a', '/b'] is two types
        raise EvaluationError(f"{name} is given a return type that is not a Puppet Type, got Array")
    from duckrow.puppet.types.instance import accepts

    if accepts(type_, value):
        return value
    from duckrow.puppet.types.describe.mismatch import describe_mismatch
    from duckrow.puppet.types.infer import infer_detailed

    words = f"value returned from {name} has wrong type,"
    raise EvaluationError(describe_mismatch(words, type_, infer_detailed(value)))
