"""Runtime[platform, name]: values of the platform that runs the language."""

from __future__ import annotations

from duckrow.puppet.types import regexp
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.string import NOT_EMPTY_STRING
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.variant import VariantType
from duckrow.puppet.values.frozen import frozen


@frozen
class RuntimeType(Type):
    """A class of a platform such as ruby or python, by name or by pattern and replacement."""

    name = "Runtime"
    runtime: str | None
    class_name: str | tuple[str, str] | None


DEFAULT = RuntimeType(None, None)
# What may name a class: its name, or a pattern and what replaces it.
NAME = VariantType((NOT_EMPTY_STRING, TupleType((regexp.DEFAULT, NOT_EMPTY_STRING), None)))
