"""How the reference's platform names and shows values in its messages."""

from __future__ import annotations

from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.keys import from_key
from duckrow.puppet.values.quoting import inspect_text
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.puppet.values.uri import URI
from duckrow.regexp import RubyRegexp

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


def class_name(value: object) -> str:
    """Name the class of a value."""
    if isinstance(value, bool):
        return "TrueClass" if value else "FalseClass"
    return _NAMES.get(type(value), type(value).__name__)


def inspect_hash(value: dict[object, object]) -> str:
    """Show a hash of plain values."""
    return "{" + ", ".join(f"{_shown(from_key(k))}=>{_shown(v)}" for k, v in value.items()) + "}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return inspect_hash(value)
    return inspect_text(value) if isinstance(value, str) else str(value)
