"""The description of a resource type, as plain values that a cache can store."""

from __future__ import annotations

from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Patterns = list[tuple[str, int, list[str]]]


class Description:
    """The attributes of a type, each with the values it takes, and how titles name resources."""

    __slots__ = (
        "is_isomorphic", "is_open", "lists", "name", "namevars", "parameters", "patterns",
        "properties",
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.properties: dict[str, str] = {}
        self.parameters: dict[str, str] = {}
        self.namevars: list[str] = []
        self.lists: list[str] = []
        self.is_isomorphic = True
        self.is_open = False  # some attributes have computed names
        # Title patterns: the source of an expression, its flags, and the names of its groups.
        self.patterns: Patterns = []

    def packed(self) -> tuple[Any, ...]:
        """Return everything as one tuple."""
        return tuple(getattr(self, slot) for slot in Description.__slots__)

    @classmethod
    def unpacked(cls, packed: tuple[object, ...]) -> Description:
        made = cls("")
        for slot, value in zip(Description.__slots__, packed, strict=True):
            setattr(made, slot, value)
        return made

    def table(self) -> ResourceTypeTable:
        """Return the table that the catalog builder works with."""
        namevars = tuple(self.namevars) or ("name",)
        return ResourceTypeTable(
            self.name,
            properties=self.properties,
            parameters=self.parameters,
            namevars=namevars,
            is_isomorphic=self.is_isomorphic,
            split_title=_splitter(self.patterns) if self.patterns else None,
            lists=tuple(self.lists),
            is_open=self.is_open,
        )


def _splitter(patterns: Patterns) -> Callable[[str], dict[str, str]]:
    from duckrow.regexp import regexp

    def split(title: str) -> dict[str, str]:
        for source, flags, names in patterns:
            found = regexp(source, flags).search(title)
            if found is not None:
                groups = found.groups()
                return {name: group for name, group in zip(names, groups, strict=False) if group}
        raise EvaluationError(f'No set of title patterns matched the title "{title}".')

    return split


def plain_words(values: list[str]) -> str:
    """Write values the way tables do: words one after the other, expressions between slashes."""
    return " ".join(value for value in values if value.split() == [value])
