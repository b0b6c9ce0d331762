"""What a type knows about itself and its resources: names, classes of attributes, tables."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

DEFINITION = "type_definition"  # the variable of a type of the Resource API that has what it said


def table(self: RubyModule, name: str) -> dict[Any, Any]:
    """Return one of the hashes that a type keeps about itself."""
    found = self.variables.get(name)
    if not isinstance(found, dict):
        found = self.variables[name] = {}
    return found


def classes(self: RubyModule, name: str) -> list[RubyModule]:
    """Return one of the lists of classes that a type keeps."""
    found = self.variables.get(name)
    if not isinstance(found, list):
        found = self.variables[name] = []
    return found


def attributes(self: RubyObject) -> dict[Any, Any]:
    """Return the attributes of a resource that are set, as objects of their classes."""
    found = self.variables.get("parameters")
    if not isinstance(found, dict):
        found = self.variables["parameters"] = {}
    return found


def name_of(class_: RubyModule) -> Symbol:
    """Return the name of a type, parameter or provider."""
    found = class_.variables.get("name")
    assert isinstance(found, Symbol)
    return found


def root(ruby: Interpreter) -> RubyModule:
    """Return Puppet::Type itself, which knows all types and metaparameters."""
    return class_at(ruby, "Puppet::Type")
