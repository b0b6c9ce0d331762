"""Errors about types, apart from their syntax."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class TypeSyntaxError(DuckrowError):
    """An expression that is not a type where a type is expected."""


class TypeDefinitionError(DuckrowError):
    """An object type or a type set whose description contradicts itself or its parent."""
