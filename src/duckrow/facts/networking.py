"""The fact `networking`: names of the host, its interfaces, and the primary interface."""

from __future__ import annotations

from duckrow.machine.netlink import INET, INET6

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host
    from duckrow.machine.netlink import Address, Link

_FLAGS = ("temporary", "noad", "optimistic", "dadfailed", "homeaddress", "deprecated", "tentative",
          "permanent")  # fmt: skip
_OF_PRIMARY = "dhcp ip ip6 mac mtu netmask netmask6 network network6 scope6".split()


def networking(host: Host, _facts: object) -> dict[str, Any]:
    """Return the fact `networking`."""
    found: dict[str, Any] = _names(host)
    interfaces = _interfaces(host)
    primary = _primary(host, interfaces)
    if interfaces:
        found["interfaces"] = dict(sorted(interfaces.items()))
    if primary:
        found["primary"] = primary
        one = interfaces.get(primary, {})
        found |= {key: one[key] for key in _OF_PRIMARY if key in one}
    for one in interfaces.values():
        ordered = dict(sorted(one.items()))
        one.clear()
        one.update(ordered)
    return dict(sorted(found.items()))


# ---- names


def _names(host: Host) -> dict[str, str]:
    node = host.uname().nodename
    name, _, domain = node.partition(".")
    if not name:
        return {}
    full = ""
    if not domain:
        full = host.canonical_name(name) or ""
        full = "" if full == name else full
        if full.startswith(f"{name}."):
            domain = full[len(name) + 1 :]
    domain = domain or _domain(host)
    found = {"hostname": name, "fqdn": full or (f"{name}.{domain}" if domain else name)}
    if domain:
        found["domain"] = domain
    return found


def _domain(host: Host) -> str:
    """Return the domain in the resolver's configuration."""
    values: dict[str, str] = {}
    for line in host.lines("/etc/resolv.conf"):
        words = line.split()
        if len(words) > 1 and line.startswith(("domain", "search")):
            values.setdefault(words[0], words[1])
    return values.get("domain") or values.get("search") or ""


# ---- interfaces


def _interfaces(host: Host) -> dict[str, dict[str, Any]]:
    from duckrow.facts.dhcp import dhcp_server

    links = host.links()
    by_index = {link.index: link for link in links}
    found: dict[str, dict[str, Any]] = {link.name: {} for link in links}
    for link in links:
        one = found[link.name]
        if mac := _mac(host, link, by_index):
            one["mac"] = mac
        for address in link.addresses:
            held = found.setdefault(address.name, {})
            key = "bindings" if address.family == INET else "bindings6"
            held.setdefault(key, []).append(_binding(address))
        if link.mtu is not None:
            one["mtu"] = link.mtu
    for source in host.sources():
        if source.index in by_index:
            _add_source(found[by_index[source.index].name], source.family, source.packed)
    indexes = {link.name: link.index for link in links}
    for name, one in found.items():
        if server := dhcp_server(host, name, indexes.get(name)):
            one["dhcp"] = server
        _expand(one, one.get("bindings"), "")
        _expand(one, one.get("bindings6"), "6")
    return found


def _mac(host: Host, link: Link, by_index: dict[int, Link]) -> str | None:
    master = by_index.get(link.master)
    if master is not None:
        is_meant = False
        for line in host.lines(f"/proc/net/bonding/{master.name}"):
            name, _, value = line.strip().partition(": ")
            if name == "Slave Interface":
                is_meant = value == link.name
            elif is_meant and name == "Permanent HW addr":
                return value
    if not 6 <= len(link.mac) <= 20 or not any(link.mac):
        return None
    return link.mac.hex(":")


def _binding(address: Address) -> dict[str, Any]:
    from _socket import inet_ntop

    size = len(address.packed)
    ones = (1 << size * 8) - 1
    mask = ones & ~(ones >> address.prefix)
    network = int.from_bytes(address.packed, "big") & mask
    found: dict[str, Any] = {
        "address": inet_ntop(address.family, address.packed),
        "netmask": inet_ntop(address.family, mask.to_bytes(size, "big")),
        "network": inet_ntop(address.family, network.to_bytes(size, "big")),
    }
    if address.family == INET6:
        found["scope6"] = scope(address.packed)
        found["flags"] = [name for bit, name in enumerate(_FLAGS) if address.flags >> bit & 1]
    return found


def _add_source(one: dict[str, Any], family: int, packed: bytes) -> None:
    """Add an address that only a route mentions; nothing else is known about it."""
    from _socket import inet_ntop

    bindings = one.setdefault("bindings" if family == INET else "bindings6", [])
    address = inet_ntop(family, packed)
    if all(binding["address"] != address for binding in bindings):
        bindings.append({"address": address})


def scope(packed: bytes) -> str:
    """Return the scope of an IPv6 address."""
    start = int.from_bytes(packed[:2], "big") & 0xFFC0
    number = int.from_bytes(packed, "big")
    prefix = "compat," if number >> 32 == 0 and number > 1 else ""
    if start == 0xFE80:
        return prefix + "link"
    if start == 0xFEC0:
        return prefix + "site"
    return prefix + ("host" if number == 1 else "global")


def _expand(one: dict[str, Any], bindings: list[dict[str, Any]] | None, six: str) -> None:
    """Copy the values of an interface's best address to its top level."""
    if not bindings:
        return
    best = next((each for each in bindings if not is_local_address(each["address"])), bindings[0])
    one[f"ip{six}"] = best["address"]
    for name in ("netmask", "network"):
        if name in best:
            one[f"{name}{six}"] = best[name]
    if six:
        from _socket import inet_pton

        one["scope6"] = scope(inet_pton(INET6, best["address"]))


def is_local_address(address: str) -> bool:
    """Return whether an address is local to this host or link."""
    from _socket import inet_pton

    packed = inet_pton(INET6 if ":" in address else INET, address)
    if len(packed) == 4:
        return packed[0] == 127 or packed[:2] == b"\xa9\xfe"
    return (
        packed == b"\0" * 15 + b"\1"
        or packed[0] & 0xFE == 0xFC
        or (packed[0] == 0xFE and packed[1] & 0xC0 == 0x80)
    )


def _primary(host: Host, interfaces: dict[str, dict[str, Any]]) -> str | None:
    """Return the interface of the default route, else the first with a global address."""
    for line in host.lines("/proc/net/route")[1:]:
        words = line.split()
        if len(words) > 7 and words[1] == "00000000" == words[7] and words[0] != "*":
            return words[0]
    for name, one in interfaces.items():
        bindings = one.get("bindings", []) + one.get("bindings6", [])
        if any(not is_local_address(each["address"]) for each in bindings):
            return name
    return None
