"""Values as text the way the reference's platform writes them.

Functions of the older family leave turning values into text to the platform they are written in.
It knows two ways: as text (`to_text`) and shown, with strings in quotes and undef as nil
(`inspect`). What stands in arrays and hashes is always shown.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.quoting import inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_text(value: Any) -> str:
    """Write a value as text."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is list or kind is dict:
        return inspect(value)
    if isinstance(value, (ResourceType, ClassType)):
        return reference_text(value)
    return value.to_s() if isinstance(value, RubyRegexp) else interpolated(value)


def inspect(value: Any) -> str:
    """Show a value."""
    kind = type(value)
    if kind is str:
        return inspect_text(value)
    if value is None:
        return "nil"
    if kind is list:
        return f"[{', '.join(map(inspect, value))}]"
    if kind is dict:
        pairs = (f"{inspect(from_key(key))}=>{inspect(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if kind is Default:
        return ":default"
    if kind is Sensitive:
        return repr(value)
    if kind is URI:
        return f"#<URI::{_URI_CLASSES.get(value.scheme or '', 'Generic')} {interpolated(value)}>"
    if isinstance(value, (ResourceType, ClassType)):
        title = _title_of(value)
        key = "path" if isinstance(value, ResourceType) and _type_of(value) == "File" else "name"
        return f"{reference_text(value)}{{:{key}=>{inspect_text(title)}}}"
    if isinstance(value, Type):
        # The platform shows where the type lies in its memory; nobody can want that.
        return f"#<{interpolated(value)}>"
    return interpolated(value)


_URI_CLASSES = {
    scheme.lower(): scheme for scheme in ("HTTP", "HTTPS", "FTP", "LDAP", "LDAPS", "WS", "WSS")
} | {"file": "File", "mailto": "MailTo"}


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
