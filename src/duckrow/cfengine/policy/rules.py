"""The valid values of an attribute in a promise with its bodies expanded.

The attributes of bodies are then among those of the promise, and only their names show their
origin. The attributes of `action` and `classes`, which all promises may have, are not checked.
"""

from __future__ import annotations

from duckrow.cfengine.policy.tables import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    # A type and a range.
    Rule = tuple[str, str]
    Row = tuple[str | None, ...]

_ANY_TEXT = ("", ".*")
_UNJUDGED = ("body", "bundle", "data")


def rule_in_promise(type_: str, name: str) -> Rule | None:
    """Return the type and range of an attribute of a promise or of its bodies.

    Return None if any string or any value is valid.
    """
    found = _FOUND[type_, name]
    if found is None or found[0] in _UNJUDGED:
        return None
    rule = (found[0] or "", found[1] or "")
    return None if rule[0] == "string" and rule[1] in _ANY_TEXT else rule


def takes_any_text(type_: str, name: str) -> bool:
    """Return whether an attribute of a promise or body takes any string, but no list."""
    found = _FOUND[type_, name]
    return found is not None and found[0] == "string" and (found[1] or "") in _ANY_TEXT


class _Found(dict[tuple[str, str], "Row | None"]):
    """The row of the tables for each type and name that was used."""

    def __missing__(self, key: tuple[str, str]) -> Row | None:
        type_, name = key
        # An attribute of classes promises is the same everywhere.
        found = self[key] = (
            lookup.attributes_of_type("classes").get(name)
            or _of_promise(type_, name)
            or lookup.EVERYWHERE.get(name)
        )
        return found


_FOUND = _Found()


def _of_promise(type_: str, name: str) -> Row | None:
    own = lookup.attributes_of_type(type_)
    if name in own:
        return own[name]
    for attribute, kind in own.items():
        if kind[0] == "body":
            found = (lookup.attributes_of_body(attribute) or {}).get(name)
            if found is not None:
                return found
    return None
