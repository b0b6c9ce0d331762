"""Symbols: YAML words with a leading colon."""

from __future__ import annotations


class Symbol:
    """A word with a leading colon."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.name == other.name

    def __hash__(self) -> int:
        return hash((Symbol, self.name))

    def __repr__(self) -> str:
        return f":{self.name}"
