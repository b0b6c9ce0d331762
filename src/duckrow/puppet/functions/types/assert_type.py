"""assert_type(type, value) |$expected, $actual| { }: return a value if it matches."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.instance import accepts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _type(_scope: Scope, type_: Type, value: object, block: Block | None = None) -> object:
    if accepts(type_, value):
        return value
    from duckrow.puppet.types.describe.mismatch import describe_mismatch
    from duckrow.puppet.types.infer import infer_detailed

    actual = infer_detailed(value)
    if block is not None:
        return block.call(type_, actual)
    raise EvaluationError(describe_mismatch("assert_type():", type_, actual))


def _text(scope: Scope, text: str, value: object, block: Block | None = None) -> object:
    from duckrow.puppet.types.parse import parse_type

    return _type(scope, parse_type(text), value, block)


ASSERT_TYPE = Function(
    "assert_type",
    Form("Type type", "Any value", "&?Callable[Type, Type] block", run=_type),
    Form("String type_string", "Any value", "&?Callable[Type, Type] block", run=_text),
)
