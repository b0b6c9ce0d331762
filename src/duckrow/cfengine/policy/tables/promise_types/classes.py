"""Attributes of classes promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import CLASS_EXPRESSION, COUNT, REAL, SCOPE

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "and": ("clist", CLASS_EXPRESSION),
    "dist": ("rlist", REAL),
    "expression": ("context", CLASS_EXPRESSION),
    "not": ("context", CLASS_EXPRESSION),
    "or": ("clist", CLASS_EXPRESSION),
    "persistence": ("int", COUNT),
    "scope": ("option", SCOPE),
    "select_class": ("clist", CLASS_EXPRESSION),
    "xor": ("clist", CLASS_EXPRESSION),
}
