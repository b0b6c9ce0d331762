"""What is kept has a limit."""

from __future__ import annotations

from duckrow.source.bounded_cache import BoundedCache


def test_there_is_room_for_some() -> None:
    kept = BoundedCache(8)
    for name in "abcd":
        kept.keep(name, name.upper())
    assert [kept.get(name) for name in "abcd"] == ["A", "B", "C", "D"]
    assert kept.get("e") is None


def test_unused_values_are_dropped() -> None:
    kept = BoundedCache(8)
    for number in range(20):
        kept.keep(number, number)
        assert len(kept) <= 8
    assert kept.get(0) is None
    assert kept.get(19) == 19


def test_a_requested_value_stays_in_the_cache() -> None:
    kept = BoundedCache(10)
    kept.keep("duck", 1)
    for number in range(1000):
        kept.keep(number, number)
        assert kept.get("duck") == 1
        assert len(kept) <= 10


def test_weights_count() -> None:
    kept = BoundedCache(20, each=0)
    kept.keep("a", 1, 4)
    kept.keep("b", 2, 6)
    kept.keep("a", 3, 1)  # in place of the one before
    assert (kept.get("a"), kept.get("b"), len(kept)) == (3, 2, 2)
    kept.keep("c", 4, 9)
    kept.keep("d", 5, 9)
    assert (kept.get("a"), kept.get("b"), kept.get("d")) == (None, None, 5)


def test_a_value_that_is_too_heavy_is_not_stored() -> None:
    kept = BoundedCache(20, each=0)
    kept.keep("a", 1, 4)
    kept.keep("b", 2, 11)
    kept.keep("a", 3, 12)
    assert (kept.get("a"), kept.get("b"), len(kept)) == (None, None, 0)
