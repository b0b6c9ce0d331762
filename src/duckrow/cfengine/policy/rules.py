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
    """Give the type and range of an attribute of a promise or of its bodies.

    It is None where any value will do.
    """
    # What an attribute of this name is for classes promises, it is everywhere.
    found = (
        lookup.attributes_of_type("classes").get(name)
        or _of_promise(type_, name)
        or lookup.EVERYWHERE.get(name)
    )
    if found is None or found[0] in _UNJUDGED:
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
