"""Attributes of bodies of the kind copy_from."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, LINK_TYPE, PROTOCOL, SOME_TEXT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "check_root": ("option", BOOLEAN),
    "collapse_destination_dir": ("option", BOOLEAN),
    "compare": ("option", "atime,mtime,ctime,digest,hash,exists,binary"),
    "copy_backup": ("option", "true,false,timestamp"),
    "copy_size": ("irange", "0,inf"),
    "copylink_patterns": ("slist", ANYTHING),
    "encrypt": ("option", BOOLEAN),
    "findertype": ("option", "MacOSX"),
    "force_ipv4": ("option", BOOLEAN),
    "force_update": ("option", BOOLEAN),
    "inherit_from": ("body", None),
    "link_type": ("option", LINK_TYPE),
    "linkcopy_patterns": ("slist", ANYTHING),
    "meta": ("slist", ANYTHING),
    "missing_ok": ("option", BOOLEAN),
    "portnumber": ("string", ANYTHING),
    "preserve": ("option", BOOLEAN),
    "protocol_version": ("option", PROTOCOL),
    "purge": ("option", BOOLEAN),
    "servers": ("slist", r"[A-Za-z0-9_.:\-\[\]]+"),
    "source": ("string", SOME_TEXT),
    "stealth": ("option", BOOLEAN),
    "timeout": ("int", "1,3600"),
    "trustkey": ("option", BOOLEAN),
    "type_check": ("option", BOOLEAN),
    "verify": ("option", BOOLEAN),
}
