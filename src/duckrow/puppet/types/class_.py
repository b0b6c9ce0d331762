"""Class[name]: references to classes."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class ClassType(Type):
    """All classes, or one by name."""

    name = "Class"
    class_name: str | None


DEFAULT = ClassType(None)
