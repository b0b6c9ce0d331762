"""How the reference's platform names and shows values in its messages.

Where a message has a value in it that nobody turned into text, the platform does so: as text
(`platform_text`), or shown with strings in quotes and undef as nil (`inspected`). What stands in
arrays and hashes is always shown.
"""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.quoting import inspect_text

_NAMES: dict[type, str] = {
    str: "String",
    int: "Integer",
    float: "Float",
    list: "Array",
    dict: "Hash",
    type(None): "NilClass",
    Default: "Symbol",
    RubyRegexp: "Regexp",
    Binary: "Puppet::Pops::Types::PBinaryType::Binary",
    SemVer: "SemanticPuppet::Version",
    SemVerRange: "SemanticPuppet::VersionRange",
    Sensitive: "Puppet::Pops::Types::PSensitiveType::Sensitive",
    Timespan: "Puppet::Pops::Time::Timespan",
    Timestamp: "Puppet::Pops::Time::Timestamp",
    URI: "URI::Generic",
}
_URIS = {
    "file": "File",
    "ftp": "FTP",
    "http": "HTTP",
    "https": "HTTPS",
    "ldap": "LDAP",
    "ldaps": "LDAPS",
    "mailto": "MailTo",
    "ws": "WS",
    "wss": "WSS",
}


def class_name(value: object) -> str:
    """Name the class of a value."""
    if isinstance(value, bool):
        return "TrueClass" if value else "FalseClass"
    if isinstance(value, Type):
        return f"Puppet::Pops::Types::P{value.name}Type"
    if type(value) is URI and value.scheme in _URIS:
        return f"URI::{_URIS[value.scheme]}"
    return _NAMES.get(type(value), type(value).__name__)


def platform_text(value: object) -> str:
    """Write a value as text."""
    from duckrow.puppet.types.format.interpolated import interpolated

    if isinstance(value, list | dict):
        return inspected(value)
    return value.to_s() if isinstance(value, RubyRegexp) else interpolated(value)


def inspected(value: object) -> str:
    """Show a value. Of types and other objects the platform shows the insides; we do not."""
    if value is None:
        return "nil"
    if isinstance(value, str):
        return inspect_text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(inspected, value))}]"
    if isinstance(value, dict):
        pairs = (f"{inspected(from_key(key))}=>{inspected(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, Default):
        return ":default"
    if isinstance(value, RubyRegexp | Sensitive):
        return repr(value)
    return platform_text(value)


def inspect_hash(value: dict[object, object]) -> str:
    """Show a hash of plain values."""
    return "{" + ", ".join(f"{_shown(from_key(k))}=>{_shown(v)}" for k, v in value.items()) + "}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return inspect_hash(value)
    return inspect_text(value) if isinstance(value, str) else str(value)
