"""The name of the Ruby class of a value.

A class of values that Python does not have itself gives its name as `ruby_class_name`: an attribute
of the class, or a property where each value can have another class.
"""

from __future__ import annotations

_NAMES: dict[type, str] = {
    str: "String",
    int: "Integer",
    float: "Float",
    list: "Array",
    dict: "Hash",
    type(None): "NilClass",
}


def class_name(value: object) -> str:
    """Return the name of the class of a value."""
    found = _NAMES.get(type(value))
    if found is not None:
        return found
    if value is True:
        return "TrueClass"
    if value is False:
        return "FalseClass"
    named = getattr(value, "ruby_class_name", None)
    return type(value).__name__ if named is None else str(named)


def conversion_name(value: object) -> str:
    """Return how "no implicit conversion of …" names a value: nil, true, false, or the class."""
    if value is None:
        return "nil"
    if value is True:
        return "true"
    return "false" if value is False else class_name(value)
