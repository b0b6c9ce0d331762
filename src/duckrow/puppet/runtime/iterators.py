"""Iteration over values, and the iterators that reverse_each and step return.

`stream(value)` returns the elements of a value for a function that takes one element after the
other; `restarted(value)` does so from the start. Only iterators show the difference: after `each`
an iterator is at its end, but `reduce` begins anew. Iterators over numbers and those with a step
have a single position, which all users share, as in the reference.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.keys import Key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Iterator as Stream
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.wrappers import IteratorType

# A limit on endless iteration: an error is better than a compile that never ends.
MOST_ELEMENTS = 2**25


class Iterator:
    """A lazy iteration.

    `make` starts it, `element` returns the type of the elements. With `is_shared` all users share
    one position. `size` is the reference's number of elements, which is too small for steps that do
    not divide evenly.
    """

    __slots__ = ("_element", "_make", "_running", "_type", "is_hash", "is_shared", "size")

    # Marks iterators for code that does not import this file.
    is_iteration = True

    def __init__(
        self,
        make: Callable[[], Stream[object]],
        element: Callable[[], Type | None],
        is_shared: bool = False,
        is_hash: bool = False,
        size: Callable[[], int] | None = None,
    ) -> None:
        self._make = make
        self._element = element
        self._running: Stream[Any] | None = None
        self._type: IteratorType | None = None
        self.is_shared = is_shared
        self.is_hash = is_hash
        self.size = size

    def running(self) -> Stream[object]:
        """Return the iteration, which continues from its position."""
        if self._running is None:
            self._running = self._make()
        return self._running

    def __iter__(self) -> Stream[object]:
        return self.running() if self.is_shared else self._make()

    def element(self) -> Type | None:
        """Return the type of the elements."""
        return self._element()

    def backwards(self) -> Iterator:
        """Return the same elements in reverse."""
        if not self.is_shared:
            return Iterator(lambda: reversed(list(self)), self._element, size=self.size)
        items = list(self)
        return Iterator(lambda: reversed(items), self._element, size=lambda: len(items))

    def stepped(self, step: int) -> Iterator:
        """Return every n-th element."""
        if step == 1:
            return self
        size = self.size
        return Iterator(
            lambda: _every(self.running(), step),
            self._element,
            is_shared=True,
            size=None if size is None else lambda: size() // step,
        )

    @property
    def puppet_type(self) -> IteratorType:
        """The type of the iterator."""
        if self._type is None:
            from duckrow.puppet.types.model.wrappers import IteratorType

            self._type = IteratorType(self._element())
        return self._type

    def __str__(self) -> str:
        from duckrow.puppet.types.generalize import generalize
        from duckrow.puppet.types.type_text import type_to_text

        element = self._element()
        return (
            "Iterator-Value"
            if element is None
            else f"Iterator[{type_to_text(generalize(element))}]-Value"
        )


def _every(items: Stream[object], step: int) -> Stream[object]:
    for item in items:
        yield item
        for _ in range(step - 1):
            if next(items, items) is items:
                return


class Numbers(Iterator):
    """Numbers with a step, forwards or backwards."""

    __slots__ = ("high", "low", "step")

    def __init__(self, low: int, high: int, step: int = 1) -> None:
        distance = (high - low) // abs(step)
        super().__init__(self._count, self._range, is_shared=True, size=lambda: distance)
        self.low = low
        self.high = high
        self.step = step

    def _count(self) -> Stream[int]:
        if self.step < 0:
            return counted(range(self.high, self.low - 1, self.step))
        return counted(range(self.low, self.high + 1, self.step))

    def _range(self) -> Type:
        from duckrow.puppet.types.model.numbers import IntegerType

        return IntegerType(self.low, self.high)

    def backwards(self) -> Iterator:
        """Return the same numbers from the other end."""
        return Numbers(self.low, self.high, -self.step)

    def stepped(self, step: int) -> Iterator:
        """Return numbers with a larger step; a last partial step is left out."""
        if step == 1:
            return self
        step *= self.step
        rest = (self.high - self.low) % step
        if rest < 0:
            return Numbers(self.low - rest, self.high, step)
        return Numbers(self.low, self.high - rest, step)


def counted(numbers: range) -> Stream[int]:
    """Return numbers, up to a limit."""
    if numbers and abs(numbers[-1] - numbers[0]) // abs(numbers.step) >= MOST_ELEMENTS:
        return _Limited(numbers)
    return iter(numbers)


class _Limited:
    """An endless range, cut at a limit."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: range) -> None:
        self._numbers = iter(numbers[:MOST_ELEMENTS])

    def __iter__(self) -> Stream[int]:
        return self

    def __next__(self) -> int:
        for number in self._numbers:
            return number
        raise EvaluationError(f"Iteration stopped after {MOST_ELEMENTS} elements")


def gathered(value: object) -> Any:
    """Return the elements of `stream` as a list; the list must fit in memory."""
    return limited(stream(value))


def limited(items: object) -> Any:
    """Reject more elements than fit in memory."""
    if items.__class__ is _Limited:
        raise EvaluationError(f"Attempt to create an Array of more than {MOST_ELEMENTS} elements")
    return items


def stream(value: Any) -> Any:
    """Return an iterable over a value; an iterator continues from its position."""
    kind = value.__class__
    if kind is list or kind is str:
        return value
    if kind is dict:
        return pairs(value)
    if isinstance(value, Iterator):
        return value.running()
    return _numbers_or_words(value)


def restarted(value: object) -> Any:
    """Return an iterable over a value, from its start."""
    return iter(value) if isinstance(value, Iterator) else stream(value)


def pairs(value: dict[object, object]) -> list[list[object]]:
    """Return the entries of a hash, each as an array of key and value."""
    return [[key.value if key.__class__ is Key else key, item] for key, item in value.items()]


def is_hash_style(value: object) -> bool:
    """Return whether two parameters of a block are the key and the value of an entry."""
    return isinstance(value, Iterator) and value.is_hash


def _numbers_or_words(value: object) -> Stream[object]:
    if value.__class__ is int:
        return counted(range(value))
    from duckrow.puppet.types.iterate import iterate
    from duckrow.puppet.types.model.alias import AliasType, unalias
    from duckrow.puppet.types.model.numbers import IntegerType

    type_ = unalias(value) if isinstance(value, AliasType) else value
    if isinstance(type_, IntegerType) and type_.low is not None and type_.high is not None:
        return counted(type_.numbers() or range(0))
    return iterate(type_)


def iterator_of(value: Any) -> Iterator:
    """Make an iterator over a value."""
    if isinstance(value, Iterator):
        return value
    if value.__class__ is int and value > 0:
        return Numbers(0, value - 1)
    if value.__class__ is dict:
        return Iterator(
            lambda: iter(pairs(value)), lambda: _entry_type(value), is_hash=True, size=value.__len__
        )
    if value.__class__ in (list, str):
        return Iterator(lambda: iter(value), lambda: _element_type(value), size=value.__len__)
    if value.__class__ is int:
        return Iterator(lambda: iter(()), lambda: _element_type(()), size=lambda: 0)
    from duckrow.puppet.types.model.alias import AliasType, unalias
    from duckrow.puppet.types.model.numbers import IntegerType

    type_ = unalias(value) if isinstance(value, AliasType) else value
    if isinstance(type_, IntegerType) and type_.low is not None and type_.high is not None:
        return Numbers(type_.low, type_.high, -1 if type_.descends else 1)
    return Iterator(lambda: iter(stream(type_)), lambda: type_)


def _element_type(value: Any) -> Type:
    from duckrow.puppet.types.infer import infer_detailed
    from duckrow.puppet.types.model.basic import UNIT
    from duckrow.puppet.types.model.choices import variant_type
    from duckrow.puppet.types.model.numbers import exact_integer
    from duckrow.puppet.types.model.scalars import StringType

    if value.__class__ is str:
        return StringType(exact_integer(1), None)
    return variant_type(map(infer_detailed, value)) if value else UNIT


def _entry_type(value: dict[object, object]) -> Type:
    from duckrow.puppet.types.infer import infer_detailed
    from duckrow.puppet.types.model.basic import UNIT
    from duckrow.puppet.types.model.choices import variant_type
    from duckrow.puppet.types.model.collections import TupleType
    from duckrow.puppet.types.model.numbers import exact_integer

    if not value:
        return TupleType((UNIT, UNIT), exact_integer(2))
    entries = pairs(value)
    keys = variant_type(infer_detailed(key) for key, _ in entries)
    return TupleType(
        (keys, variant_type(infer_detailed(item) for _, item in entries)), exact_integer(2)
    )
