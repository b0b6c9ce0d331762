"""The built-in facts: each has a `function(host, facts)` that returns its value or None.

Its module is imported on demand.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

CORE: dict[str, tuple[str, str]] = {
    "augeas": ("system", "augeas"),
    "disks": ("disks", "disks"),
    "dmi": ("dmi", "dmi"),
    "duckrow": ("system", "duckrow"),
    "facterversion": ("system", "facter_version"),
    "filesystems": ("mountpoints", "filesystems"),
    "fips_enabled": ("system", "fips_enabled"),
    "hypervisors": ("virtual", "hypervisors"),
    "identity": ("system", "identity"),
    "is_virtual": ("virtual", "is_virtual"),
    "kernel": ("kernel", "kernel"),
    "kernelmajversion": ("kernel", "kernel_major_version"),
    "kernelrelease": ("kernel", "kernel_release"),
    "kernelversion": ("kernel", "kernel_version"),
    "load_averages": ("system", "load_averages"),
    "memory": ("memory", "memory"),
    "mountpoints": ("mountpoints", "mountpoints"),
    "networking": ("networking", "networking"),
    "os": ("operating_system", "operating_system"),
    "partitions": ("disks", "partitions"),
    "path": ("system", "path"),
    "processors": ("processors", "processors"),
    "python": ("system", "python"),
    "ruby": ("system", "ruby"),
    "ssh": ("ssh", "ssh"),
    "system_uptime": ("system", "system_uptime"),
    "timezone": ("system", "timezone"),
    "virtual": ("virtual", "virtual"),
    "xen": ("virtual", "xen"),
}


def find_core(name: str) -> Callable[[Any, Any], Any] | None:
    """Return the function that computes a fact."""
    entry = CORE.get(name)
    if entry is None:
        return None
    module, function = entry
    found: Callable[[Any, Any], Any] = getattr(
        __import__(f"duckrow.facts.{module}", fromlist=(function,)), function
    )
    return found
