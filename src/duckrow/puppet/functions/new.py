"""new(type, values...): makes a value of a type; Type(values...) is the same."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.wrappers import InitType
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.new.outside import Outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _new(scope: Scope, type_: Type, *arguments: Any) -> Any:
    from duckrow.puppet.runtime.block import Block

    block = None
    if arguments and type(arguments[-1]) is Block:
        *values, block = arguments
    else:
        values = list(arguments)
    # What is an instance already is not made, and no block is asked about it.
    if len(values) == 1 and type(type_) is not InitType and accepts(type_, values[0]):
        return values[0]
    world = scope.build.world
    made = new(type_, *values, outside=Outside(None, world.now, world.zone_offset))
    return made if block is None else block(made)


FUNCTION = Function("new", Form("Type type", "Any args*", "&?Callable block", run=_new))
