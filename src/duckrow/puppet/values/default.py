"""The value `default`: it means the value that applies when none is given."""

from __future__ import annotations

from duckrow.source.immutable import Immutable


class Default(Immutable):
    """The type of `default`. There is one such value, also after copying and pickling."""

    __slots__ = ()
    ruby_class_name = "Symbol"

    def __new__(cls) -> Default:
        return DEFAULT

    def ruby_inspect(self) -> str:
        return ":default"

    def __repr__(self) -> str:
        return "default"

    def __reduce__(self) -> str:
        return "DEFAULT"  # pickled by name, so that it comes back as the same object


DEFAULT: Default = object.__new__(Default)
