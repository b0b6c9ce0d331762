"""Symbols: YAML words with a leading colon."""

from __future__ import annotations


class Symbol:
    """A word with a leading colon."""

    __slots__ = ("name",)
    ruby_class_name = "Symbol"

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.name == other.name

    def __hash__(self) -> int:
        return hash((Symbol, self.name))

    def ruby_to_s(self) -> str:
        return self.name

    def ruby_inspect(self) -> str:
        return f":{self.name}"

    def __repr__(self) -> str:
        return f":{self.name}"
