"""Attributes of access promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "admit": ("slist", ANYTHING),
    "admit_hostnames": ("slist", ANYTHING),
    "admit_ips": ("slist", ANYTHING),
    "admit_keys": ("slist", ANYTHING),
    "deny": ("slist", ANYTHING),
    "deny_hostnames": ("slist", ANYTHING),
    "deny_ips": ("slist", ANYTHING),
    "deny_keys": ("slist", ANYTHING),
    "ifencrypted": ("option", BOOLEAN),
    "maproot": ("slist", ANYTHING),
    "report_data_select": ("body", None),
    "resource_type": ("option", "path,literal,context,query,variable,bundle"),
    "shortcut": ("string", ANYTHING),
}
