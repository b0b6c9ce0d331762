"""convert_to(value, type, arguments...) |$x| { }: makes a value of a type out of another."""

from __future__ import annotations

from duckrow.puppet.functions.new import FUNCTION as NEW
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _convert_to(scope: Scope, value: Any, type_: Type, *arguments: Any) -> Any:
    if arguments and type(arguments[-1]) is Block:
        *arguments_, block = arguments
        return block.call(NEW(scope, type_, value, *arguments_))
    return NEW(scope, type_, value, *arguments)


FUNCTION = Function(
    "convert_to",
    Form("Any value", "Type type", "Any args*", "&?Callable[1, 1] block", run=_convert_to),
)
