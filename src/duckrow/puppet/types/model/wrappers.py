"""Sensitive, Iterable, Iterator, Init, Type and Callable: types made from other types."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.collections import TupleType
from duckrow.source.frozen import frozen


@frozen
class SensitiveType(Type):
    """A wrapped value of T."""

    name = "Sensitive"
    type: Type


SENSITIVE = SensitiveType(ANY)


@frozen
class IterableType(Type):
    """What can be iterated over, giving values of T."""

    name = "Iterable"
    type: Type | None


ITERABLE = IterableType(None)


@frozen
class IteratorType(Type):
    """An iteration under way, giving values of T."""

    name = "Iterator"
    type: Type | None


ITERATOR = IteratorType(None)


@frozen
class InitType(Type):
    """What T.new accepts as its first argument, given the others."""

    name = "Init"
    type: Type | None
    arguments: tuple[object, ...]


INIT = InitType(None, ())


@frozen
class TypeType(Type):
    """The types that are T or narrower."""

    name = "Type"
    type: Type | None


TYPE = TypeType(None)


@frozen
class CallableType(Type):
    """Functions and lambdas. Without parameters any callable fits."""

    name = "Callable"
    parameters: TupleType | None
    block: Type | None
    returns: Type | None


CALLABLE = CallableType(None, None, None)
