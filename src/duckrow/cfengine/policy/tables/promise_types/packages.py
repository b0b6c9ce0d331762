"""Attributes of packages promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "additional_packages": ("slist", ANYTHING),
    "architecture": ("string", ANYTHING),
    "options": ("slist", ANYTHING),
    "package_architectures": ("slist", ANYTHING),
    "package_method": ("body", None),
    "package_module": ("body", None),
    "package_policy": ("option", "add,delete,reinstall,update,addupdate,patch,verify"),
    "package_select": ("option", ">,<,==,!=,>=,<="),
    "package_version": ("string", ANYTHING),
    "policy": ("option", "absent,present"),
    "version": ("string", ANYTHING),
}
