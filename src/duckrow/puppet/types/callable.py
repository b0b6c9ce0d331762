"""Callable[parameters, block] and Callable[[parameters, block], returns]."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.tuple import TupleType


@frozen
class CallableType(Type):
    """Functions and lambdas. Without parameters any callable fits."""

    name = "Callable"
    parameters: TupleType | None
    block: Type | None
    returns: Type | None


DEFAULT = CallableType(None, None, None)
