"""Object types and their instances as text.

Inside other types an object type is its name. Expanded it is the hash that describes it, with the
types in it by name again.
"""

from __future__ import annotations

from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.literal_text import quoted
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.init_hash import init_hash
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Write = Callable[[Type], str]


def write_extension(type_: ObjectExtensionType, name: str, write: Write) -> str:
    """Write an object type with the values of its type parameters."""
    arguments = type_.arguments()
    if isinstance(arguments, list):
        return f"{name}[{', '.join(write_value(value, write) for value in arguments)}]"
    return f"{name}[{write_value(arguments, write)}]"


def write_expanded(type_: ObjectType, write: Write, has_name: bool = True) -> str:
    """Write an object type as the hash that describes it."""
    return f"Object[{write_hash(init_hash(type_, has_name), write)}]"


def write_hash(initializer: Mapping[str, object], write: Write) -> str:
    """Write the hash that describes an object type: its own keys bare, names in quotes."""
    return _braced(
        f"{key} => {_write_entry(key, value, write)}" for key, value in initializer.items()
    )


def _write_entry(key: str, value: Any, write: Write) -> str:
    if key in ("attributes", "functions"):
        return _braced(
            f"{quoted(name)} => {_write_member(member, write)}" for name, member in value.items()
        )
    return write_value(value, write)


def _write_member(member: Any, write: Write) -> str:
    if isinstance(member, Type):
        return write(member)
    return _braced(
        f"{key} => {value if key == 'kind' else write_value(value, write)}"
        for key, value in member.items()
    )


def _braced(entries: Any) -> str:
    return "{" + ", ".join(entries) + "}"


def write_value(value: object, write: Write) -> str:
    """Write a value inside a type or an instance."""
    match value:
        case Type():
            return write(value)
        case str():
            return quoted(value)
        case bool():
            return "true" if value else "false"
        case None:
            return "undef"
        case float():
            return float_text(value)
        case int() | Default():
            return repr(value)
        case list():
            return "[" + ", ".join(write_value(item, write) for item in value) + "]"
        case RubyRegexp():
            return "/" + value.source.replace("/", "\\/") + "/"
        case SemVer() | SemVerRange() | Timespan() | Timestamp():
            return f"'{value}'"
        case URI():
            return f"URI({quoted(str(value))})"
        case PuppetObject():
            return f"{value.base_type.label}({write_value(value.init_hash(), write)})"
        case Deferred():
            return _write_deferred(value, write)
    if isinstance(value, dict):
        return _braced(
            f"{write_value(from_key(key), write)} => {write_value(item, write)}"
            for key, item in value.items()
        )
    return f"Instance of {write(infer(value))}"


def _write_deferred(value: Deferred, write: Write) -> str:
    given: dict[str, object] = {"name": value.name}
    if value.arguments is not None:
        given["arguments"] = list(value.arguments)
    return f"Deferred({write_value(given, write)})"
