"""Attributes are judged once more when their variables are filled in.

What a promise asks for then includes the attributes of its bodies. An attribute that is wrong ends
the run: nobody can say what was meant.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_value import check_value
from duckrow.cfengine.policy.tables import lookup
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ANY_TEXT = ("", ".*")
_rules: dict[tuple[str, str], tuple[str, str] | None] = {}


def check_attribute(type_: str, name: str, value: Any) -> str | None:
    """Say what is wrong with a value in a promise of a type, or None."""
    rule = rule_in_promise(type_, name)
    return None if rule is None else check_value(value, rule[0], rule[1], name)


def rule_in_promise(type_: str, name: str) -> tuple[str, str] | None:
    """Give the type and range of an attribute of a promise or of its bodies.

    It is None where any value will do.
    """
    key = (type_, name)
    if key not in _rules:
        _rules[key] = _rule(type_, name)
    return _rules[key]


def _rule(type_: str, name: str) -> tuple[str, str] | None:
    found = lookup.attributes_of_type("classes").get(name) or _of_promise(type_, name)
    if found is None:
        found = lookup.EVERYWHERE.get(name)
        if found is not None and found[0] == "body":
            return None
    if found is None or found[0] in ("body", "bundle", "data"):
        return None
    rule = (found[0] or "", found[1] or "")
    return None if rule[0] == "string" and rule[1] in _ANY_TEXT else rule


def _of_promise(type_: str, name: str) -> tuple[str | None, ...] | None:
    own = lookup.attributes_of_type(type_)
    if name in own:
        return own[name]
    for attribute, kind in own.items():
        if kind[0] == "body":
            found = (lookup.attributes_of_body(attribute) or {}).get(name)
            if found is not None:
                return found
    return None


def complaint(file: str, line: int, name: str, wrong: str, value: Any) -> str:
    """Give the line that says what is wrong with an attribute."""
    shown = written(value)
    return f"{file}:{line}:0: In attribute '{name}', {wrong}. Given attribute value '{shown}'"


def written(value: Any, *, is_quoted: bool = False) -> str:
    """Write a value as the reference shows it in messages."""
    if isinstance(value, str):
        text = value.replace('"', '\\"')
        return f'"{text}"' if is_quoted else text
    if isinstance(value, (list, tuple)):
        items = ",".join(written(each, is_quoted=True) for each in value)
        return f" {{{items}}}" if items else ""
    if isinstance(value, Call):
        return (
            f"{value.name}({','.join(written(each, is_quoted=True) for each in value.arguments)})"
        )
    if isinstance(value, Data):
        from duckrow.cfengine.values.json_text import pretty

        return pretty(value.value)
    return str(value)
