"""Attributes of bodies of the kind edit_field."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "allow_blank_fields": ("option", BOOLEAN),
    "extend_fields": ("option", BOOLEAN),
    "field_operation": ("option", "prepend,append,alphanum,delete,set"),
    "field_separator": ("string", ANY_TEXT),
    "field_value": ("string", ANY_TEXT),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "select_field": ("int", "0,99999999"),
    "start_fields_from_zero": ("option", BOOLEAN),
    "value_separator": ("string", "^.$"),
}
