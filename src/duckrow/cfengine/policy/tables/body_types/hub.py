"""Attributes of bodies of the kind hub."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, PATH, PORT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "client_history_timeout": ("int", PORT),
    "exclude_hosts": ("slist", ANYTHING),
    "hub_schedule": ("slist", ANYTHING),
    "port": ("int", PORT),
    "query_timeout": ("int", "0,300"),
    "export_zenoss": ("string", PATH, "removed"),
}
