"""Init[T, arguments]: values from which a T can be made."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class InitType(Type):
    """What T.new accepts as its first argument, given the others."""

    name = "Init"
    type: Type | None
    arguments: tuple[object, ...]


DEFAULT = InitType(None, ())
