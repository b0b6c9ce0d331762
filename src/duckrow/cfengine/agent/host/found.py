"""The result of one family: hard classes and variables of `sys`."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.variables.table import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AGENT = ("source=agent",)
INVENTORY = ("inventory", "attribute_name=none", "source=agent")


class Found:
    """Classes with their tags, and variables by their keys."""

    __slots__ = ("classes", "variables")

    def __init__(self) -> None:
        self.classes: dict[str, tuple[str, ...]] = {}
        self.variables: dict[Any, Variable] = {}

    def define(self, name: str, *tags: str) -> None:
        """Define a class; a class that is already defined keeps its tags."""
        name = canonify(name)
        if name:
            self.classes.setdefault(name, tags)

    def put(
        self, key: Any, value: Any, tags: tuple[str, ...] = AGENT, kind: str = "string"
    ) -> None:
        """Set a variable."""
        self.variables[key] = Variable(value, kind, tags)

    def describe(self, key: str, value: str, attribute: str, kind: str = "string") -> None:
        """Set a variable of the inventory."""
        tags = ("inventory", "source=agent", f"attribute_name={attribute}")
        self.put(key, value, tags, kind)
