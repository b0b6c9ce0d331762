"""Runtime[platform, name]: values of the platform that runs the language."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class RuntimeType(Type):
    """A class of a platform such as ruby or python, by name or by pattern and replacement."""

    name = "Runtime"
    runtime: str | None
    class_name: str | tuple[str, str] | None


DEFAULT = RuntimeType(None, None)
