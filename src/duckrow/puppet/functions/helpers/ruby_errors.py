"""The errors that Ruby raises for a value of the wrong class."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.values.class_names import class_name, conversion_name


def expect_text(value: object) -> str:
    """Return a string; fail for every other value."""
    if type(value) is str:
        return value
    raise EvaluationError(f"no implicit conversion of {kind_of(value)} into String")


def kind_of(value: object) -> str:
    """Return the Ruby class of a value; nil, true and false stand for themselves."""
    is_reference = isinstance(value, (ClassType, ResourceType))
    return class_of(value) if is_reference else conversion_name(value)


def class_of(value: object) -> str:
    """Return the Ruby class of an argument of a Puppet 3 function."""
    if isinstance(value, (ClassType, ResourceType)):
        return "Puppet::Resource"
    return class_name(value)


def no_method(name: str, value: object) -> EvaluationError:
    """Make Ruby's error for a method that a value does not have."""
    from duckrow.puppet.functions.helpers.ruby_text import inspect

    shown = inspect(value)
    if not shown.startswith("#<"):
        shown += f":{class_of(value)}"
    return EvaluationError(f"undefined method `{name}' for {shown}")
