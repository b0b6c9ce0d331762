"""What an attribute may be in a promise whose bodies are put in.

By then the attributes of bodies stand among those of the promise itself, and only their names tell
where they come from. Those of `action` and `classes`, which all promises may have, go unjudged.
"""

from __future__ import annotations

from functools import cache

from duckrow.cfengine.policy.tables import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    # A type and a range.
    Rule = tuple[str, str]

_ANY_TEXT = ("", ".*")
_UNJUDGED = ("body", "bundle", "data")


@cache
def rule_in_promise(type_: str, name: str) -> Rule | None:
    """Return the type and range of an attribute of a promise or of its bodies.

    It is None where any text or any value is right.
    """
    found = _find(type_, name)
    if found is None or found[0] in _UNJUDGED:
        return None
    rule = (found[0] or "", found[1] or "")
    return None if rule[0] == "string" and rule[1] in _ANY_TEXT else rule


@cache
def takes_any_text(type_: str, name: str) -> bool:
    """Return whether any text, but no list, is right for an attribute of a promise or body."""
    found = _find(type_, name)
    return found is not None and found[0] == "string" and (found[1] or "") in _ANY_TEXT


def _find(type_: str, name: str) -> tuple[str | None, ...] | None:
    # An attribute that classes promises have is the same everywhere.
    return (
        lookup.attributes_of_type("classes").get(name)
        or _of_promise(type_, name)
        or lookup.EVERYWHERE.get(name)
    )


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
