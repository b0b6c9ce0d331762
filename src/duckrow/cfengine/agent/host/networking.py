"""Routes, statistics and interface counters from /proc/net."""

from __future__ import annotations

from duckrow.cfengine.agent.host.found import Found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host

VARIABLES = ("inet", "inet6", "interfaces_data")

_TAGS = ("networking", "/proc", "source=agent", "procfs")
_GATEWAY_TAGS = (
    "inventory", "networking", "/proc", "source=agent", "attribute_name=none", "procfs",
)  # fmt: skip
_UP, _GATEWAY, _HOST = 0x1, 0x2, 0x4
_ROUTE = "interface raw_dest raw_gw raw_flags refcnt use metric raw_mask mtu window irtt".split()
_COUNTERS = (
    "receive_bytes receive_packets receive_errors receive_drop receive_fifo receive_frame "
    "receive_compressed receive_multicast transmit_bytes transmit_packets transmit_errors "
    "transmit_drop transmit_fifo transmit_frame transmit_compressed transmit_multicast"
).split()


def find_networking(host: Host) -> Found:
    """Read the kernel's tables."""
    found = Found()
    found.put("inet", _ipv4(host, found), _TAGS, "data")
    found.put("inet6", _ipv6(host), _TAGS, "data")
    if host.exists("/proc/net/dev"):
        found.put("interfaces_data", _counters(host), _TAGS, "data")
    return found


def _ipv4(host: Host, found: Found) -> dict[str, Any]:
    inet: dict[str, Any] = {}
    lines = host.lines("/proc/net/netstat")
    if lines:
        stats = inet["stats"] = {}
        for names, values in zip(lines[::2], lines[1::2], strict=False):
            kind = names.partition(":")[0]
            stats[kind] = dict(zip(names.split()[1:], values.split()[1:], strict=False))
    if not host.exists("/proc/net/route"):
        return inet
    routes = inet["routes"] = []
    best: dict[str, Any] | None = None
    for line in host.lines("/proc/net/route")[1:]:
        words = line.split()
        if len(words) < len(_ROUTE):
            continue
        route = _route(dict(zip(_ROUTE, words, strict=False)), found)
        routes.append(route)
        if route["active_default_gateway"] and (best is None or route["metric"] < 0):
            best = route
    if best is not None:
        inet["default_gateway"] = best["gateway"]
        inet["default_route"] = best
    return inet


def _route(row: dict[str, str], found: Found) -> dict[str, Any]:
    flags = int(row["raw_flags"], 16)
    dest, gateway = _dotted(row["raw_dest"]), _dotted(row["raw_gw"])
    is_default = dest == "0.0.0.0"  # noqa: S104 - an address that is read, not bound
    is_up, is_gateway = bool(flags & _UP), bool(flags & _GATEWAY)
    if is_up and is_gateway:
        found.define(f"ipv4_gw_{gateway}", *_GATEWAY_TAGS)
    return {
        "interface": row["interface"],
        "dest": dest,
        "gateway": gateway,
        "mask": _dotted(row["raw_mask"]),
        **{name: int(row[name]) for name in ("metric", "mtu", "refcnt", "use", "window", "irtt")},
        "flags": [
            "up" if is_up else "down",
            "host" if flags & _HOST else "net",
            "default" if is_default else "not_default",
            "gateway" if is_gateway else "local",
        ],
        "active_default_gateway": is_default and is_up and is_gateway,
    }


def _dotted(digits: str) -> str:
    return ".".join(str(int(digits[at : at + 2], 16)) for at in (6, 4, 2, 0))


def _ipv6(host: Host) -> dict[str, Any]:
    inet: dict[str, Any] = {}
    lines = host.lines("/proc/net/snmp6")
    if lines:
        inet["stats"] = {
            words[0]: int(words[1]) for line in lines if len(words := line.split()) == 2
        }
    if host.exists("/proc/net/ipv6_route"):
        inet["routes"] = [
            _ipv6_route(words)
            for line in host.lines("/proc/net/ipv6_route")
            if len(words := line.split()) == 10 and words[6].isdecimal() and words[7].isdecimal()
        ]
    if host.exists("/proc/net/if_inet6"):
        addresses = inet["addresses"] = {}
        for line in host.lines("/proc/net/if_inet6"):
            words = line.split()
            if len(words) != 6:
                continue
            before = addresses.get(words[5])
            # An address with a wider scope than the link is preferred.
            if before is None or _rank(words[0]) >= before[0]:
                addresses[words[5]] = (_rank(words[0]), _ipv6_address(words))
        inet["addresses"] = {name: entry for name, (_, entry) in addresses.items()}
    return inet


def _rank(digits: str) -> int:
    return 1 if int(digits[:4], 16) & 0xFFC0 == 0xFE80 else 2


def _ipv6_address(words: list[str]) -> dict[str, Any]:
    return {
        "raw_flags": words[4],
        "interface": words[5],
        "address": _colons(words[0]),
        "device_number": int(words[1], 16),
        "prefix_length": int(words[2], 16),
        "scope": int(words[3], 16),
    }


def _colons(digits: str) -> str:
    return ":".join(f"{int(digits[at : at + 4], 16):x}" for at in range(0, 32, 4))


def _ipv6_route(words: list[str]) -> dict[str, Any]:
    flags = int(words[8], 16)
    metric = int(words[5], 16)
    return {
        "dest_prefix": words[1],
        "source_prefix": words[3],
        "interface": words[9],
        # The reference overwrites the destination with the source.
        "dest": _colons(words[2]),
        "next_hop": _colons(words[4]),
        "metric": metric - (1 << 32) if metric >= 1 << 31 else metric,
        "refcnt": int(words[6]),
        "use": int(words[7]),
        "flags": [
            "up" if flags & _UP else "down",
            "host" if flags & _HOST else "net",
            "gateway" if flags & _GATEWAY else "local",
        ],
    }


def _counters(host: Host) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in host.lines("/proc/net/dev")[2:]:
        name, _, rest = line.partition(":")
        words = rest.split()
        if len(words) >= len(_COUNTERS):
            name = name.strip()
            found[name] = {"device": name, **dict(zip(_COUNTERS, words, strict=False))}
    return found
