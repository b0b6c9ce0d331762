"""Formats as a manifest gives them, turned into a map.

'%x'                                                    for the value itself
{Integer => '%x', Array => {format => '%(a', …}}        by type
"""

from __future__ import annotations

from duckrow.puppet.types.format.directive import Format, parse_format
from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.format_map import DEFAULTS, merge
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.collections import ARRAY, HASH
from duckrow.puppet.types.model.wrappers import IteratorType
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.values.default import Default
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.inspect import inspect
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.format.format_map import FormatMap

_KEYS = ("separator", "separator2", "format", "string_formats")


def given_formats(value: object, formats: object) -> FormatMap:
    """Return the format map of a value from the arguments of String.new()."""
    if isinstance(formats, Default):
        return DEFAULTS
    if isinstance(formats, str):
        return _for_value(value, formats)
    if not isinstance(formats, dict):
        raise FormatError(
            "string conversion expects a Default value or a Hash of type to format mappings, "
            f"got a '{class_name(formats)}'"
        )
    merged = merge(DEFAULTS, _read_map(formats))
    assert merged is not None
    return merged


def _for_value(value: object, text: str) -> FormatMap:
    if isinstance(value, list | dict):
        container = ARRAY if isinstance(value, list) else HASH
        merged = merge(DEFAULTS, ((container, parse_format(text)),))
        assert merged is not None
        return merged
    format_ = parse_format(text)
    # These are formatted as something else, for which nothing was given.
    if isinstance(infer(value), IteratorType | ObjectExtensionType):
        return DEFAULTS
    return ((ANY, format_),)


def _read_map(formats: object) -> FormatMap | None:
    if formats is None:
        return None
    if not isinstance(formats, dict):
        raise FormatError(
            f"expected a hash with type to format mappings, got instance of '{class_name(formats)}'"
        )
    return tuple((_read_type(from_key(key)), _read(item)) for key, item in formats.items())


def _read_type(key: object) -> Type:
    if not isinstance(key, Type):
        raise FormatError(
            "top level keys in the format hash must be data types, "
            f"got instance of '{class_name(key)}'"
        )
    return key


def _read(item: Any) -> Format:
    if not isinstance(item, dict):
        return parse_format(item)
    if any(key not in _KEYS for key in item):
        known = ", ".join(f"'{key}'" for key in _KEYS)
        raise FormatError(f"only {known} are allowed in a container format, got {inspect(item)}")
    return parse_format(
        item.get("format"),
        item.get("separator"),
        item.get("separator2"),
        _read_map(item.get("string_formats")),
    )
