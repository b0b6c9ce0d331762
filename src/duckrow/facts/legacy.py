"""Legacy names of facts, and the paths of their values in structured facts.

A lookup by name answers them; lists omit them, unless the caller requests them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LEGACY = {
    "architecture": "os.architecture",
    "augeasversion": "augeas.version",
    "bios_release_date": "dmi.bios.release_date",
    "bios_vendor": "dmi.bios.vendor",
    "bios_version": "dmi.bios.version",
    "boardassettag": "dmi.board.asset_tag",
    "boardmanufacturer": "dmi.board.manufacturer",
    "boardproductname": "dmi.board.product",
    "boardserialnumber": "dmi.board.serial_number",
    "chassisassettag": "dmi.chassis.asset_tag",
    "chassistype": "dmi.chassis.type",
    "domain": "networking.domain",
    "fqdn": "networking.fqdn",
    "gid": "identity.group",
    "hardwareisa": "processors.isa",
    "hardwaremodel": "os.hardware",
    "hostname": "networking.hostname",
    "id": "identity.user",
    "ipaddress": "networking.ip",
    "ipaddress6": "networking.ip6",
    "lsbdistcodename": "os.distro.codename",
    "lsbdistdescription": "os.distro.description",
    "lsbdistid": "os.distro.id",
    "lsbdistrelease": "os.distro.release.full",
    "lsbmajdistrelease": "os.distro.release.major",
    "lsbminordistrelease": "os.distro.release.minor",
    "lsbrelease": "os.distro.specification",
    "macaddress": "networking.mac",
    "manufacturer": "dmi.manufacturer",
    "memoryfree": "memory.system.available",
    "memorysize": "memory.system.total",
    "netmask": "networking.netmask",
    "netmask6": "networking.netmask6",
    "network": "networking.network",
    "network6": "networking.network6",
    "operatingsystem": "os.name",
    "operatingsystemmajrelease": "os.release.major",
    "operatingsystemrelease": "os.release.full",
    "osfamily": "os.family",
    "physicalprocessorcount": "processors.physicalcount",
    "processorcount": "processors.count",
    "productname": "dmi.product.name",
    "rubyplatform": "ruby.platform",
    "rubysitedir": "ruby.sitedir",
    "rubyversion": "ruby.version",
    "scope6": "networking.scope6",
    "selinux": "os.selinux.enabled",
    "selinux_config_mode": "os.selinux.config_mode",
    "selinux_config_policy": "os.selinux.config_policy",
    "selinux_current_mode": "os.selinux.current_mode",
    "selinux_enforced": "os.selinux.enforced",
    "selinux_policyversion": "os.selinux.policy_version",
    "serialnumber": "dmi.product.serial_number",
    "swapfree": "memory.swap.available",
    "swapsize": "memory.swap.total",
    "uptime": "system_uptime.uptime",
    "uptime_days": "system_uptime.days",
    "uptime_hours": "system_uptime.hours",
    "uptime_seconds": "system_uptime.seconds",
    "uuid": "dmi.product.uuid",
}
# In mebibytes, where the structured fact has bytes.
_MEBIBYTES = {
    "memoryfree_mb": "memory.system.available_bytes",
    "memorysize_mb": "memory.system.total_bytes",
    "swapfree_mb": "memory.swap.available_bytes",
    "swapsize_mb": "memory.swap.total_bytes",
}
# Prefixes that the name of an interface follows.
_OF_INTERFACES = {
    "ipaddress_": "ip",
    "ipaddress6_": "ip6",
    "macaddress_": "mac",
    "mtu_": "mtu",
    "netmask_": "netmask",
    "netmask6_": "netmask6",
    "network_": "network",
    "network6_": "network6",
    "scope6_": "scope6",
}
_OF_DISKS = {"model": "model", "size": "size_bytes", "vendor": "vendor"}


def dig(value: object, path: str) -> Any:
    """Return the value at a path of names and numbers, or None."""
    for name in path.split("."):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def find_legacy(facts: Mapping[str, object], name: str) -> Any:
    """Return the value of a legacy name, or None."""
    path = LEGACY.get(name)
    if path is not None:
        return _at(facts, path)
    if name in _MEBIBYTES:
        amount = _at(facts, _MEBIBYTES[name])
        return amount / 1048576.0 if isinstance(amount, int) else None
    if name in ("interfaces", "blockdevices"):
        path = "networking.interfaces" if name == "interfaces" else "disks"
        return ",".join(sorted(_at(facts, path) or ())) or None
    if name == "dhcp_servers":
        return _dhcp_servers(facts)
    if name == "xendomains":
        domains = _at(facts, "xen.domains")
        return None if domains is None else ",".join(domains)
    return _by_pattern(facts, name)


def _at(facts: Mapping[str, object], path: str) -> Any:
    first, _, rest = path.partition(".")
    value = facts.get(first)
    return dig(value, rest) if rest else value


def _by_pattern(facts: Mapping[str, Any], name: str) -> Any:
    start, line, rest = name.partition("_")
    if line and (key := _OF_INTERFACES.get(f"{start}_")):
        interface = (_at(facts, "networking.interfaces") or {}).get(rest)
        return interface.get(key) if interface else None
    if start == "blockdevice" and rest:
        disk, _, key = rest.rpartition("_")
        return ((facts.get("disks") or {}).get(disk) or {}).get(_OF_DISKS.get(key, ""))
    if start == "sshfp" and rest:
        prints = _at(facts, f"ssh.{rest}.fingerprints")
        return f"{prints['sha1']}\n{prints['sha256']}" if prints else None
    if name.startswith("ssh") and name.endswith("key"):
        return _at(facts, f"ssh.{name[3:-3]}.key")
    if name.startswith("processor") and name[9:].isdecimal():
        return _at(facts, f"processors.models.{name[9:]}")
    return None


def _dhcp_servers(facts: Mapping[str, object]) -> dict[str, Any] | None:
    interfaces = _at(facts, "networking.interfaces")
    if not interfaces:
        return None
    servers = {name: one["dhcp"] for name, one in interfaces.items() if "dhcp" in one}
    return {"system": _at(facts, "networking.dhcp"), **servers}


def legacy_names(facts: Mapping[str, Any]) -> list[str]:
    """Return the legacy names that have a value here."""
    names = [*LEGACY, *_MEBIBYTES, "interfaces", "blockdevices", "dhcp_servers", "xendomains"]
    for interface in _at(facts, "networking.interfaces") or ():
        names += [prefix + interface for prefix in _OF_INTERFACES]
    names += [f"blockdevice_{disk}_{key}" for disk in facts.get("disks") or () for key in _OF_DISKS]
    for kind in facts.get("ssh") or ():
        names += [f"ssh{kind}key", f"sshfp_{kind}"]
    names += [f"processor{index}" for index, _ in enumerate(_at(facts, "processors.models") or ())]
    return sorted(name for name in names if find_legacy(facts, name) is not None)
