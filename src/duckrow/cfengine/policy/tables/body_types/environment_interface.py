"""Attributes of bodies of the kind environment_interface."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "env_addresses": ("slist", ANYTHING),
    "env_name": ("string", ANYTHING),
    "env_network": ("string", ANYTHING),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
}
