"""Attributes of bodies of the kind link_from."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, LINK_TYPE, SOME_TEXT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "copy_patterns": ("slist", ANYTHING),
    "inherit_from": ("body", None),
    "link_children": ("option", BOOLEAN),
    "link_type": ("option", LINK_TYPE),
    "meta": ("slist", ANYTHING),
    "source": ("string", SOME_TEXT),
    "when_linking_children": ("option", "override_file,if_no_such_file"),
    "when_no_source": ("option", "force,delete,nop"),
}
