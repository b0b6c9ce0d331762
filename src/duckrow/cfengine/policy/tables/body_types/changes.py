"""Attributes of bodies of the kind changes."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "hash": ("option", "md5,sha1,sha224,sha256,sha384,sha512,best"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "report_changes": ("option", "all,stats,content,none"),
    "report_diffs": ("option", BOOLEAN),
    "update_hashes": ("option", BOOLEAN),
}
