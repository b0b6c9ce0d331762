"""Frozen classes are made like any other and then stay as they are."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes
from duckrow.puppet.syntax.make import make
from duckrow.source.frozen import abstract, frozen, maker


@abstract
class Base:
    __slots__ = ()
    first: int

    @property
    def twice(self) -> int:
        return self.first * 2


@frozen
class Point(Base):
    """A place."""

    second: str


@frozen
class Empty(Base):
    """Nothing of its own."""


def test_fields_come_from_the_bases_first() -> None:
    point = Point(1, "a")
    assert (point.first, point.second, point.twice) == (1, "a", 2)
    assert vars(Point)["__slots__"] == ("first", "second")
    assert vars(Point)["__match_args__"] == ("first", "second")
    assert Empty(3).twice == 6


def test_an_instance_is_of_its_class_and_its_bases() -> None:
    point = Point(1, "a")
    assert type(point) is Point
    assert isinstance(point, Base)
    assert Point.__doc__ == "A place."
    assert type(point).__name__ == "Point"


@pytest.mark.parametrize("name", ["first", "second", "third", "__class__", "__dict__"])
def test_nothing_can_be_changed(name: str) -> None:
    point = Point(1, "a")
    with pytest.raises(AttributeError):
        setattr(point, name, 2)
    with pytest.raises(AttributeError):
        delattr(point, name)
    assert (point.first, point.second) == (1, "a")


@pytest.mark.parametrize("values", [(), (1,), (1, "a", 2)])
def test_the_number_of_values_must_fit(values: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Point(*values)  # type: ignore[arg-type]


def test_instances_are_equal_by_identity() -> None:
    assert Point(1, "a") != Point(1, "a")
    assert len({Point(1, "a"), Point(1, "a")}) == 2


def test_makers_make_the_same() -> None:
    assert make.LiteralInteger is maker(nodes.LiteralInteger)
    node = make.LiteralInteger(1, 2, 3, 10)
    assert type(node) is nodes.LiteralInteger
    assert (node.start, node.end, node.value, node.radix) == (1, 2, 3, 10)


def test_only_frozen_classes_have_makers() -> None:
    with pytest.raises(TypeError, match="Expression is not frozen"):
        _ = make.Expression
