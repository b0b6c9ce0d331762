"""One object of each class, made on first use and removed when it is taken."""

from __future__ import annotations

from duckrow.cfengine.evaluation.run_data import RunData


class Seen(set[str]):
    """The data of a room."""


def test_there_is_one_object_of_each_class() -> None:
    data = RunData()
    data.of(Seen).add("x")
    assert data.of(Seen) == {"x"}
    assert RunData().of(Seen) == set()


def test_a_taken_object_is_removed() -> None:
    data = RunData()
    data.of(Seen).add("x")
    assert data.take(Seen) == {"x"}
    assert data.of(Seen) == set()
