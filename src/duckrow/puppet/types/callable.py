"""Callable[parameters, block] and Callable[[parameters, block], returns]."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.values.frozen import frozen


@frozen
class CallableType(Type):
    """Functions and lambdas. Without parameters any callable fits."""

    name = "Callable"
    parameters: TupleType | None
    block: Type | None
    returns: Type | None


DEFAULT = CallableType(None, None, None)
