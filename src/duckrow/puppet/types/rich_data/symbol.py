"""A symbol of the reference's platform, kept so that data that holds one can be given back."""

from __future__ import annotations

from duckrow.ruby.values.symbol_text import inspect_symbol
from duckrow.source.immutable import Immutable, set_field


class Symbol(Immutable):
    """A name that is not a string to the platform that it comes from."""

    __slots__ = ("name",)
    ruby_class_name = "Symbol"

    name: str

    def __init__(self, name: str) -> None:
        set_field(self, "name", name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.name == other.name

    def __hash__(self) -> int:
        return hash((Symbol, self.name))

    def ruby_inspect(self) -> str:
        return inspect_symbol(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"
