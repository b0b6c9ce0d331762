"""facter.conf: blocked facts, and directories of external facts.

    facts  : { blocklist : [ "disks", "file system", "memory.swap" ] }
    global : { external-dir : [ "/opt/facts.d" ], no-external-facts : false }

A name in the blocklist is a fact, a group of facts, or a file of external facts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.host import Host

FILES = ("/etc/puppetlabs/facter/facter.conf", "/etc/facter/facter.conf")

# Groups of facts that facter blocks together.
_GROUPS = {
    "Xen": "xen",
    "desktop management interface": "dmi",
    "file system": "mountpoints filesystems partitions",
    "fips": "fips_enabled",
    "id": "identity",
    "kernel": "kernel kernelversion kernelrelease kernelmajversion",
    "load_average": "load_averages",
    "operating system": "os",
    "processor": "processors",
    "uptime": "system_uptime",
    "virtualization": "virtual is_virtual",
}


class Configuration:
    """The settings of a configuration file."""

    __slots__ = ("blocked", "custom", "external", "has_external", "shows_legacy")

    def __init__(self, data: dict[str, object] | None = None) -> None:
        facts = _part(data, "facts")
        everything = _part(data, "global")
        named = list(_list(facts.get("blocklist")))
        own_groups = _part(data, "fact-groups")
        self.blocked = frozenset(
            fact for name in named for fact in (name, *_members(name, own_groups))
        )
        self.external = tuple(_list(everything.get("external-dir")))
        self.custom = tuple(_list(everything.get("custom-dir")))
        self.has_external = everything.get("no-external-facts") is not True
        self.shows_legacy = everything.get("show-legacy") is True


def _members(name: str, own_groups: dict[str, object]) -> list[str]:
    return _GROUPS.get(name, "").split() + list(_list(own_groups.get(name)))


def _part(data: dict[str, object] | None, name: str) -> dict[str, object]:
    found = data.get(name) if data else None
    return found if isinstance(found, dict) else {}


def _list(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def read_configuration(
    host: Host, warn: Callable[[str], None], file: str | None = None
) -> Configuration:
    """Read the configuration file, if it exists."""
    for path in (file,) if file else FILES:
        content = host.content(path)
        if content is None:
            if host.is_directory(path):
                warn(f"Facter failed to read config file {path}: it is a directory")
            continue
        from duckrow.data.errors import DataError
        from duckrow.data.hocon import load

        try:
            data = load(content, path)
        except DataError as error:
            warn(f"Facter failed to read config file {path} with the following error: {error}")
            return Configuration()
        return Configuration(data)
    return Configuration()
