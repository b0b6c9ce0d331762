"""What can go wrong with types, apart from the syntax they are written in."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class TypeSyntaxError(DuckrowError):
    """An expression that stands where a type is expected and is none."""


class TypeDefinitionError(DuckrowError):
    """An object type or a type set whose description contradicts itself or what it builds on."""
