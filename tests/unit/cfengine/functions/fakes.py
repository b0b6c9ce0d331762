"""A context for tests of single functions: variables and classes in dictionaries."""

from __future__ import annotations

from typing import Any

from duckrow.cfengine.evaluation.run_data import RunData
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.cfengine.functions.table import find
from duckrow.machine.machine import Machine
from duckrow.machine.memory import MemoryMachine
from duckrow.regexp.pcre.patterns import Patterns


class FakeLog:
    """A log that stores its messages."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, level: str, text: str) -> None:
        self.lines.append(f"{level}: {text}")

    def __getattr__(self, level: str) -> Any:
        return lambda text: self.lines.append(f"{level}: {text}")


class FakeContext:
    """The part of a context that functions use."""

    def __init__(
        self,
        variables: dict[str, Any] | None = None,
        classes: set[str] | None = None,
        machine: Machine | None = None,
    ) -> None:
        self.machine = machine or MemoryMachine()
        self.log = FakeLog()
        self.patterns = Patterns(self.log.error)
        self.run_data = RunData()
        self.began: int | None = None
        self.directory = ""
        self.is_checking = False
        self.defined = classes or set()
        self.given = variables or {}

    def variable(self, name: str) -> Variable | None:
        value = self.given.get(name)
        if value is None:
            return None
        if isinstance(value, str):
            return Variable(value)
        return Variable(value, "slist" if isinstance(value, list) else "data")

    def put(self, name: str, value: Any, kind: str = "string", tags: Any = ()) -> None:
        self.given[name] = value

    def collection(self, argument: Any) -> Any:
        return self.given.get(argument) if isinstance(argument, str) else argument

    def is_defined(self, expression: str) -> bool:
        return expression in self.defined


def call(name: str, *arguments: Any, **given: Any) -> Any:
    """Call a function in a context of its own."""
    context: Any = FakeContext(**given)
    return find(name)(context, list(arguments))
