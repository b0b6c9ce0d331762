"""The positions of sites in a body are found without a walk through the body for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from duckrow.puppet.environment import Environment
from duckrow.puppet.explain.trees import Trees

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from duckrow.puppet.explain.trees import Position


class CountedCode:
    """A code object that counts how often its positions are read."""

    def __init__(self) -> None:
        self.readings = 0

    def co_positions(self) -> Iterator[Position]:
        """Return the positions of three instructions."""
        self.readings += 1
        return iter([(1, 1, 0, 4), (1, 1, 0, 4), (2, 2, 3, 9)])


def test_the_table_of_positions_is_read_once() -> None:
    trees, counted = Trees(Environment()), CountedCode()
    code = cast("CodeType", counted)
    found = [trees.position((code, instruction, {})) for instruction in (0, 2, 4, 6)]
    assert found == [(1, 1, 0, 4), (1, 1, 0, 4), (2, 2, 3, 9), (None, None, None, None)]
    assert counted.readings == 1
