"""Attributes of bodies of the kind contain."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "chdir": ("string", PATH),
    "chroot": ("string", PATH),
    "exec_group": ("string", ANYTHING),
    "exec_owner": ("string", ANYTHING),
    "exec_timeout": ("int", "1,3600"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "no_output": ("option", BOOLEAN),
    "preview": ("option", BOOLEAN),
    "umask": ("string", ANYTHING),
    "useshell": ("option", "noshell,useshell,powershell,true,false,yes,no,on,off"),
}
