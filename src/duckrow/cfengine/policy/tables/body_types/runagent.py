"""Attributes of bodies of the kind runagent."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, COUNT, PATH, PORT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "background_children": ("option", BOOLEAN),
    "encrypt": ("option", BOOLEAN),
    "force_ipv4": ("option", BOOLEAN),
    "hosts": ("slist", ANYTHING),
    "max_children": ("int", COUNT),
    "output_directory": ("string", PATH),
    "output_to_file": ("option", BOOLEAN),
    "port": ("int", PORT),
    "timeout": ("int", "1,9999"),
    "trustkey": ("option", BOOLEAN),
}
