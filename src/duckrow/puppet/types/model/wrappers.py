"""Sensitive, Iterable, Iterator, Init, Type and Callable: types made from other types."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.collections import TupleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class SensitiveType(Type):
    """A wrapped value of T."""

    __slots__ = ("type",)
    name = "Sensitive"

    def __init__(self, type: Type) -> None:
        self.type: Final = type


SENSITIVE = SensitiveType(ANY)


class IterableType(Type):
    """Values that can be iterated over, with elements of type T."""

    __slots__ = ("type",)
    name = "Iterable"

    def __init__(self, type: Type | None) -> None:
        self.type: Final = type


ITERABLE = IterableType(None)


class IteratorType(Type):
    """An iteration under way, giving values of T."""

    __slots__ = ("type",)
    name = "Iterator"

    def __init__(self, type: Type | None) -> None:
        self.type: Final = type


ITERATOR = IteratorType(None)


class InitType(Type):
    """Values that T.new accepts as its first argument, before the given ones."""

    __slots__ = ("type", "arguments")
    name = "Init"

    def __init__(self, type: Type | None, arguments: tuple[object, ...]) -> None:
        self.type: Final = type
        self.arguments: Final = arguments


INIT = InitType(None, ())


class TypeType(Type):
    """The types that are T or narrower."""

    __slots__ = ("type",)
    name = "Type"

    def __init__(self, type: Type | None) -> None:
        self.type: Final = type


TYPE = TypeType(None)


class CallableType(Type):
    """Functions and lambdas. Without parameters any callable fits."""

    __slots__ = ("parameters", "block", "returns")
    name = "Callable"

    def __init__(
        self, parameters: TupleType | None, block: Type | None, returns: Type | None
    ) -> None:
        self.parameters: Final = parameters
        self.block: Final = block
        self.returns: Final = returns


CALLABLE = CallableType(None, None, None)
