"""Attributes of bodies of the kind mount."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "edit_fstab": ("option", BOOLEAN),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "mount_options": ("slist", ANYTHING),
    "mount_server": ("string", ANYTHING),
    "mount_source": ("string", PATH),
    "mount_type": ("option", "nfs,nfs2,nfs3,nfs4,panfs,cifs"),
    "unmount": ("option", BOOLEAN),
}
