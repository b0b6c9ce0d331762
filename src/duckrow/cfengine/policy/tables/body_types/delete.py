"""Attributes of bodies of the kind delete."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "dirlinks": ("option", "delete,tidy,keep"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "rmdirs": ("option", BOOLEAN),
}
