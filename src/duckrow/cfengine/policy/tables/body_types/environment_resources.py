"""Attributes of bodies of the kind environment_resources."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, COUNT, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "env_baseline": ("string", PATH),
    "env_cpus": ("int", COUNT),
    "env_disk": ("int", COUNT),
    "env_memory": ("int", COUNT),
    "env_spec": ("string", ANY_TEXT),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
}
