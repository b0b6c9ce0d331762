"""Values as text for functions that Puppet calls with resource objects in place of references.

All other values are written as Ruby writes them.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.format.interpolated import object_to_s
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.values.inspect import inspect as values_inspect
from duckrow.ruby.values.inspect import inspect_other
from duckrow.ruby.values.quoting import inspect_text
from duckrow.ruby.values.to_s import to_s


def to_text(value: object) -> str:
    """Write a value as Ruby's `to_s` does."""
    return value if type(value) is str else to_s(value, _other_to_s, _inspect_other)


def inspect(value: object) -> str:
    """Show a value as Ruby's `inspect` does."""
    return values_inspect(value, _inspect_other)


def _other_to_s(value: object) -> str:
    if isinstance(value, (ResourceType, ClassType)):
        return reference_text(value)
    return object_to_s(value)


def _inspect_other(value: object) -> str:
    if not isinstance(value, (ResourceType, ClassType)):
        return inspect_other(value)
    title = _title_of(value)
    key = "path" if isinstance(value, ResourceType) and _type_of(value) == "File" else "name"
    return f"{reference_text(value)}{{:{key}=>{inspect_text(title)}}}"


def reference_text(value: ResourceType | ClassType) -> str:
    """Write a reference without quotes: File[/x], Class[Apache::Mod]."""
    return f"{_type_of(value)}[{_title_of(value)}]"


def _type_of(value: ResourceType | ClassType) -> str:
    return "Class" if isinstance(value, ClassType) else capitalized(value.type_name or "Resource")


def _title_of(value: ResourceType | ClassType) -> str:
    if isinstance(value, ClassType):
        if value.class_name is None:
            raise EvaluationError('No title provided and "class" is not a valid resource reference')
        return capitalized(value.class_name.removeprefix("::"))
    title = value.title or ""
    return capitalized(title.removeprefix("::")) if _type_of(value) == "Class" else title


def capitalized(name: str) -> str:
    """Write every part of a name with a capital."""
    return "::".join(part[:1].upper() + part[1:].lower() for part in name.split("::"))
