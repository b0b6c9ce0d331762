"""Attributes of bodies of the kind password."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "data": ("string", ANYTHING),
    "format": ("option", "plaintext,hash"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
}
