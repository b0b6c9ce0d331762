"""Names of values in messages: an Integer, a Semver, an Integer[1, 3]-Type."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import ResourceType
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_VOWELS = frozenset("aeiouy")

_LABELS: dict[type, str] = {
    str: "String",
    int: "Integer",
    float: "Float",
    bool: "Boolean",
    type(None): "Undef Value",
    list: "Array",
    dict: "Hash",
    RubyRegexp: "Regexp",
    Sensitive: "Sensitive",
    Binary: "Binary",
    Timespan: "Timespan",
    Timestamp: "Timestamp",
    SemVer: "Semver",
    SemVerRange: "SemverRange",
}


def label(value: Any) -> str:
    """Name the kind of a value; a type is named by itself."""
    known = _LABELS.get(type(value))
    if known is not None:
        return known
    if isinstance(value, Type):
        # Imported for a message only: this brings twenty other modules, 2.5 ms.
        from duckrow.puppet.types.describe.names import shown

        if isinstance(value, ResourceType) and value.title is not None:
            return f"{shown(value)} Resource-Reference"
        return f"{shown(value)}-Type"
    # Collectors have their own label.
    return getattr(value, "label", "Object")


def a_an(value: object) -> str:
    """Name the kind of a value, with an article."""
    return with_article(label(value))


def with_article(text: str) -> str:
    """Put an article before a name, ignoring a quote at its start."""
    letter = text[1:2] if text[:1] in ("'", '"') else text[:1]
    return f"{'an' if letter.lower() in _VOWELS else 'a'} {text}"


def with_capital_article(text: str) -> str:
    """Put an article before a name that begins a sentence."""
    found = with_article(text)
    return found[0].upper() + found[1:]


def type_text(value: object) -> str:
    """Name the type of a value without sizes and ranges: Integer, Hash[String, Integer]."""
    if value is None:
        return "Undef"
    if isinstance(value, Default):
        return "Default"
    from duckrow.puppet.types.describe.names import shown
    from duckrow.puppet.types.infer import infer_generic

    return shown(infer_generic(value))
