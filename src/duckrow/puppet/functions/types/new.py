"""new(type, values...) and convert_to(value, type, ...): create a value of a type."""

from __future__ import annotations

from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.wrappers import InitType
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.new.outside import Outside
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _new(scope: Scope, type_: Type, *arguments: Any) -> object:
    """Create a value of a type; `Type(values...)` does the same."""
    block = None
    if arguments and type(arguments[-1]) is Block:
        *values, block = arguments
    else:
        values = list(arguments)
    # A value that is already an instance is returned, and the block is not called.
    if len(values) == 1 and type(type_) is not InitType and accepts(type_, values[0]):
        return values[0]
    world = scope.build.world
    made = new(type_, *values, outside=Outside(None, world.now, world.zone_offset))
    if scope.build.listener is not None and type(made) is Sensitive:
        scope.build.listener("secret", made)
    return made if block is None else block(made)


NEW = Function("new", Form("Type type", "Any args*", "&?Callable block", run=_new))


def _convert_to(scope: Scope, value: Any, type_: Type, *arguments: Any) -> object:
    """Convert a value to a type."""
    if arguments and type(arguments[-1]) is Block:
        *arguments_, block = arguments
        return block.call(NEW(scope, type_, value, *arguments_))
    return NEW(scope, type_, value, *arguments)


CONVERT_TO = Function(
    "convert_to",
    Form("Any value", "Type type", "Any args*", "&?Callable[1, 1] block", run=_convert_to),
)
