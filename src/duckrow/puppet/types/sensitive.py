"""Sensitive[T]: a value of T that is not to be shown."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class SensitiveType(Type):
    """A wrapped value of T."""

    name = "Sensitive"
    type: Type


DEFAULT = SensitiveType(any_.DEFAULT)
