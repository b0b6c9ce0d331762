"""The signatures of T.new, as data.

A type has one signature for each way to create it. They are tried in order. A fallback signature
comes last: its function returns the error message. Lists of all signatures leave it out.
"""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.source.frozen import frozen


@frozen
class Signature:
    """Arguments that may be given: their names, their types, and how many of them."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    counts: IntegerType
    is_fallback: bool

    @property
    def parameters(self) -> TupleType:
        """The type of an array of the arguments."""
        return TupleType(self.types, self.counts)


@frozen
class Signatures:
    """All ways to make a type, and the name that they go by in messages."""

    function: str
    all: tuple[Signature, ...]

    @property
    def accepting(self) -> tuple[Signature, ...]:
        """The ways that lead to a value."""
        return tuple(signature for signature in self.all if not signature.is_fallback)


def signature(
    *parameters: tuple[str, Type], required: int | None = None, is_fallback: bool = False
) -> Signature:
    """Make a signature of names and types; without a number all are required."""
    types = tuple(type_ for _, type_ in parameters)
    least = len(types) if required is None else required
    names = tuple(name for name, _ in parameters)
    return Signature(names, types, IntegerType(least, len(types)), is_fallback)


def fallback(*parameters: tuple[str, Type], required: int = 1) -> Signature:
    """Make a fallback signature, whose function returns the error message."""
    return signature(*parameters, required=required, is_fallback=True)
