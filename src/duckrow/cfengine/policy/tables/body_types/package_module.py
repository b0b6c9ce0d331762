"""Attributes of bodies of the kind package_module."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, INTEGER

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "default_options": ("slist", ANYTHING),
    "interpreter": ("string", ANYTHING),
    "module_path": ("string", ANYTHING),
    "query_installed_ifelapsed": ("int", INTEGER),
    "query_updates_ifelapsed": ("int", INTEGER),
}
