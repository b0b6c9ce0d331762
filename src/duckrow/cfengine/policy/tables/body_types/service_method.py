"""Attributes of bodies of the kind service_method."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
    "service_args": ("string", ANYTHING),
    "service_autostart_policy": ("option", "none,boot_time,on_demand"),
    "service_bundle": ("bundle", None),
    "service_dependence_chain": (
        "option",
        "ignore,start_parent_services,stop_child_services,all_related",
    ),
    "service_type": ("option", "windows,generic"),
}
