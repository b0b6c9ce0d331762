"""Symbols: Ruby's names as values, such as a YAML word with a leading colon."""

from __future__ import annotations


class Symbol:
    """A name as a value. Symbols of one name are equal, and one key of a hash."""

    __slots__ = ("_hash", "name")
    ruby_class_name = "Symbol"
    is_key = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._hash = hash((Symbol, name))

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Symbol and self.name == other.name)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f":{self.name}"
