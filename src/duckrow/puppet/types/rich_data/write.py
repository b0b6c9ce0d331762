"""Values to plain data.

Arrays, hashes, types and objects that occur again are written as references to their first path.
Nothing outside a Sensitive refers to its content, since the content has the same path as the
Sensitive.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.regexps import regexp_with_slashes
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import StructElement
from duckrow.puppet.types.objects.builtin import DEFERRED
from duckrow.puppet.types.objects.create import positions
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.rich_data.errors import RichDataError
from duckrow.puppet.types.rich_data.paths import (
    LOCAL_REFERENCE,
    ROOT,
    TYPE,
    VALUE,
    entry_step,
    is_reachable,
    key_step,
    step,
)
from duckrow.puppet.types.rich_data.types import form_of, stored_parts
from duckrow.puppet.types.type_text import type_to_expanded_text
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.objects.object_type import ObjectType

_PLAIN = frozenset((str, int, float, bool, type(None)))
# Values that are stored as text, which makes them again.
_TEXTS: dict[type, str] = {
    RubyRegexp: "Regexp",
    Timestamp: "Timestamp",
    Timespan: "Timespan",
    SemVer: "SemVer",
    SemVerRange: "SemVerRange",
    Binary: "Binary",
    URI: "URI",
}


def to_data(
    value: object,
    *,
    rich_data: bool = True,
    local_reference: bool = True,
    type_by_reference: bool = True,
    symbol_as_string: bool = False,
    message_prefix: str = "",
    report: Callable[[str], None] | None = None,
) -> Any:
    """Return the plain data of a value.

    rich_data           keep what JSON cannot hold as hashes with __ptype; otherwise as text
    local_reference     refer to what was written before, rather than writing it again
    type_by_reference   objects name their type; otherwise they carry it
    symbol_as_string    symbols become strings
    message_prefix      what messages put before the path of a value
    report              called with a message when a value becomes text; without it that is an error
    """
    return _Writer(
        rich_data, local_reference, type_by_reference, symbol_as_string, message_prefix, report
    ).write(value, ROOT)


class _Writer:
    __slots__ = (
        "is_referring",
        "is_rich",
        "is_symbol_string",
        "names_types",
        "open",
        "prefix",
        "report",
        "seen",
    )

    def __init__(
        self,
        is_rich: bool,
        is_referring: bool,
        names_types: bool,
        is_symbol_string: bool,
        prefix: str,
        report: Callable[[str], None] | None,
    ) -> None:
        self.is_rich = is_rich
        self.is_referring = is_referring
        self.names_types = names_types
        self.is_symbol_string = is_symbol_string
        self.prefix = prefix
        self.report = report
        # By identity. The values are kept, since an identity lives no longer than its value.
        self.seen: dict[int, tuple[Any, str]] = {}
        self.open: dict[int, str] = {}

    def write(self, value: Any, path: str) -> Any:
        match value:
            case _ if type(value) in _PLAIN:
                return value
            case list():
                return self.once(value, path, self.write_list)
            case dict():
                return self.once(value, path, self.write_hash)
            case Sensitive():
                return self.once(value, path, self.write_sensitive)
            case Default():
                return self.write_default(path)
            case Symbol() if self.is_symbol_string:
                return value.name
            case Symbol() if self.is_rich:
                return {TYPE: "Symbol", VALUE: value.name}
        if not self.is_rich:
            return self.write_as_text(value, path)
        name = _TEXTS.get(type(value))
        if name is not None:
            return {TYPE: name, VALUE: to_string(value)}
        if isinstance(value, Type | StructElement):
            return self.once(value, path, self.write_type)
        if isinstance(value, PuppetObject | Deferred):
            return self.once(value, path, self.write_object)
        return self.write_as_text(value, path)

    def once(self, value: object, path: str, write: Callable[[Any, str], Any]) -> Any:
        """Write a value, or refer to the path where it was written before."""
        identity = id(value)
        known = self.seen.get(identity) if self.is_referring else None
        if known is not None:
            return {TYPE: LOCAL_REFERENCE, VALUE: known[1]}
        if identity in self.open:
            if not self.is_referring:
                raise RichDataError(
                    "Endless recursion detected when attempting to serialize value of class "
                    f"{class_name(value)}"
                )
            return {TYPE: LOCAL_REFERENCE, VALUE: self.open[identity]}
        if is_reachable(path):
            self.seen[identity] = value, path
        self.open[identity] = path
        written = write(value, path)
        del self.open[identity]
        return written

    def write_list(self, value: list[object], path: str) -> Any:
        # Most values are plain and need no path.
        return [
            item if type(item) in _PLAIN else self.write(item, step(path, index))
            for index, item in enumerate(value)
        ]

    def write_hash(self, value: dict[Any, Any], path: str) -> Any:
        if all(type(key) is str and key != TYPE for key in value):
            return {
                key: item if type(item) in _PLAIN else self.write(item, step(path, key))
                for key, item in value.items()
            }
        if not self.is_rich:
            return self.write_with_text_keys(value, path)
        pairs: list[Any] = []
        for index, (key, item) in enumerate(value.items()):
            stored = self.write(from_key(key), key_step(path, index))
            pairs += [stored, self.write(item, entry_step(path, stored, index))]
        return {TYPE: "Hash", VALUE: pairs}

    def write_with_text_keys(self, value: dict[object, object], path: str) -> Any:
        result = {}
        for key, item in value.items():
            known = from_key(key)
            if isinstance(known, Symbol) and self.is_symbol_string:
                known = known.name
            elif not isinstance(known, str):
                kind, text = _with_article(known), _as_text(known)
                self.tell(path, f"contains a hash with {kind} key.", text)
                known = text
            result[known] = self.write(item, step(path, known))
        return result

    def write_sensitive(self, value: Sensitive, path: str) -> Any:
        # Forget the values inside: they share the path of the Sensitive.
        seen, self.seen = self.seen, dict(self.seen)
        held = self.write(value.unwrap(), path)
        self.seen = seen
        return {TYPE: "Sensitive", VALUE: held}

    def write_default(self, path: str) -> Any:
        if self.is_rich:
            return {TYPE: "Default"}
        self.tell(path, "contains the special value default.", "default")
        return "default"

    def write_type(self, value: object, path: str) -> Any:
        result = {TYPE: form_of(value).name}
        for name, part in stored_parts(value).items():
            result[name] = self.write(part, step(path, name))
        return result

    def write_object(self, value: PuppetObject | Deferred, path: str) -> Any:
        if isinstance(value, Deferred):
            type_: ObjectType = DEFERRED
            arguments = None if value.arguments is None else list(value.arguments)
            value = PuppetObject(DEFERRED, {"name": value.name, "arguments": arguments})
        else:
            type_ = value.base_type
        if self.names_types and type_.type_name is not None:
            result: dict[str, Any] = {TYPE: type_.type_name}
        else:
            result = {TYPE: self.write(type_, step(path, TYPE))}
        attributes = positions(type_)
        while attributes and attributes[-1].has_value:
            if to_key(attributes[-1].value) != to_key(value.attribute(attributes[-1].name)):
                break
            attributes.pop()
        for attribute in attributes:
            given = value.attribute(attribute.name)
            result[attribute.name] = self.write(given, step(path, attribute.name))
        return result

    def write_as_text(self, value: object, path: str) -> str:
        text = _as_text(value)
        self.tell(path, f"contains {_with_article(value)} value.", text)
        return text

    def tell(self, path: str, what: str, text: str) -> None:
        location = self.prefix + path[1:]
        message = f"{location} {what} It will be converted to the String '{text}'"
        if self.report is None:
            raise RichDataError(message)
        self.report(message)


def _as_text(value: object) -> str:
    match value:
        case RubyRegexp():
            return regexp_with_slashes(value)
        case Type():
            return type_to_expanded_text(value)
        case list() | dict() | float() | None | Sensitive() | Symbol():
            return to_s(value)
    return to_string(value)


def _with_article(value: object) -> str:
    match value:
        case Type():
            name = f"{value.name}-Type"
        case PuppetObject():
            label = value.base_type.label
            name = "Puppet::DataTypes::Error" if label == "Error" else label
        case _:
            name = class_name(value)
    return f"{'an' if name[:1].lower() in 'aeiouy' else 'a'} {name}"
