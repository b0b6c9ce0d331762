"""What is kept has a limit."""

from __future__ import annotations

from duckrow.source.kept import Kept


def test_what_was_kept_first_goes_first() -> None:
    kept = Kept(3)
    for number in range(5):
        kept.keep(number, f"duck {number}")
    assert len(kept) == 3
    assert kept.get(1) is None
    assert kept.get(2) == "duck 2"


def test_weights_count() -> None:
    kept = Kept(10, each=0)
    kept.keep("a", 1, 4)
    kept.keep("b", 2, 6)
    assert (len(kept), kept.weight) == (2, 10)
    kept.keep("a", 3, 1)  # in place of the one before
    assert (kept.get("a"), kept.weight) == (3, 7)
    kept.keep("c", 4, 9)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (3, None, 4)


def test_what_is_too_heavy_is_not_kept() -> None:
    kept = Kept(10, each=0)
    kept.keep("a", 1, 4)
    kept.keep("b", 2, 11)
    kept.keep("a", 3, 12)
    assert (kept.get("a"), kept.get("b"), kept.weight) == (None, None, 0)
