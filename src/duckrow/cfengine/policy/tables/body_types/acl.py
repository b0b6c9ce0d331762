"""Attributes of bodies of the kind acl."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ACCESS_ENTRY, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "aces": ("slist", ACCESS_ENTRY),
    "acl_default": ("option", "nochange,access,specify,clear"),
    "acl_directory_inherit": ("option", "nochange,parent,specify,clear", "deprecated"),
    "acl_inherit": ("option", "true,false,yes,no,on,off,nochange"),
    "acl_method": ("option", "append,overwrite"),
    "acl_type": ("option", "generic,posix,ntfs"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "specify_default_aces": ("slist", ACCESS_ENTRY),
    "specify_inherit_aces": ("slist", ACCESS_ENTRY, "deprecated"),
}
