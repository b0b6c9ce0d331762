"""The order of the reference's tables, as cf-agent 3.21.0 showed it."""

from __future__ import annotations

from duckrow.cfengine.values.table_order import hash_variable, in_table_order, texts_in_order

WORDS = "zebra apple mango kiwi 10 9 8 1 two Three _ é".split()


def of_array(others: int) -> list[str]:
    return in_table_order(
        WORDS, lambda word: hash_variable("default", "main", "a", (word,)), others
    )


def test_few_entries_keep_their_order() -> None:
    assert texts_in_order(WORDS) == WORDS
    assert of_array(0) == WORDS


def test_many_entries_are_ordered_by_hash() -> None:
    # The result of getindices() in a policy with some eighty variables besides the array.
    assert of_array(82) == "zebra mango two é _ apple kiwi 1 8 9 10 Three".split()


def test_a_table_grows() -> None:
    assert of_array(100) == "two _ 1 8 10 Three zebra mango é apple kiwi 9".split()
    words = [f"k{i}" for i in range(2000)]
    assert sorted(texts_in_order(words)) == sorted(words)
    assert texts_in_order(words) == texts_in_order(words)
