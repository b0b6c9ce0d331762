"""Trees beyond what the reference says in words of its own: there it shows Ruby's."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.types.model.collections import HASH
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.new.errors import ConversionError


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([[[], 5]], "The root of a tree must be an Array or a Hash, got Integer"),
        (
            [[["a"], 1], [["a", "b"], 2]],
            "There is no place for the index 'b' of a path in a tree, got Integer",
        ),
        (
            [[["a"], "text"], [["a", "b"], 2]],
            "There is no place for the index 'b' of a path in a tree, got String",
        ),
        (
            [[["a"], [1]], [["a", "b"], 2]],
            "There is no place for the index 'b' of a path in a tree, got Array[Integer]",
        ),
        (
            [[["a"], [1]], [["a", 3, "c"], 2]],
            "There is no place for the index 3 of a path in a tree, got Array[Integer]",
        ),
        (
            [[["a"], [1]], [["a", -2], 2]],
            "There is no place for the index -2 of a path in a tree, got Array[Integer]",
        ),
    ],
)
def test_a_path_that_leads_nowhere(pairs: Any, message: str) -> None:
    with pytest.raises(ConversionError) as wrong:
        new(HASH, pairs, "tree")
    assert str(wrong.value) == message


def test_what_the_tree_was_made_of_stays_as_it_is() -> None:
    inner, root = [1, 2], {"x": {"y": 1}}
    pairs = [[[], root], [["a"], inner], [["a", 0], "z"], [["x", "y"], 2]]
    assert new(HASH, pairs, "tree") == {"x": {"y": 2}, "a": ["z", 2]}
    assert (inner, root) == ([1, 2], {"x": {"y": 1}})


def test_a_negative_index_counts_from_the_end() -> None:
    assert new(HASH, [[["a"], [1, 2]], [["a", -1], "z"]], "tree") == {"a": [1, "z"]}
