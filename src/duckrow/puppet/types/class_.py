"""Class[name]: references to classes."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class ClassType(Type):
    """All classes, or one by name."""

    name = "Class"
    class_name: str | None


DEFAULT = ClassType(None)
