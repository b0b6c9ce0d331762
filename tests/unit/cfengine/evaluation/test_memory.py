"""One object of each class, made on first use and forgotten when it is taken."""

from __future__ import annotations

from duckrow.cfengine.evaluation.memory import Memory


class Seen(set[str]):
    """The memory of a room."""


def test_a_class_has_one_object_in_each_memory() -> None:
    memory = Memory()
    memory.of(Seen).add("x")
    assert memory.of(Seen) == {"x"}
    assert Memory().of(Seen) == set()


def test_what_is_taken_is_forgotten() -> None:
    memory = Memory()
    memory.of(Seen).add("x")
    assert memory.take(Seen) == {"x"}
    assert memory.of(Seen) == set()
