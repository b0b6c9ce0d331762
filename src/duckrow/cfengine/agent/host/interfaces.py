"""Network interfaces and their addresses."""

from __future__ import annotations

from duckrow.cfengine.agent.host.found import INVENTORY, Found
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.machine.netlink import INET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host
    from duckrow.machine.netlink import Link
    from duckrow.regexp.pcre.patterns import Patterns

VARIABLES = (
    "interface", "interfaces", "interface_flags", "hardware_mac", "hardware_addresses",
    "hardware_flags", "ip_addresses", "ip2iface", "ipv4", "ipv4_1", "ipv4_2", "ipv4_3",
)  # fmt: skip

_UP, _LOOPBACK = 0x1, 0x8
_FLAGS = (
    (0x1, "up"), (0x2, "broadcast"), (0x4, "debug"), (0x8, "loopback"), (0x10, "pointopoint"),
    (0x20, "notrailers"), (0x40, "running"), (0x80, "noarp"), (0x100, "promisc"),
    (0x200, "allmulti"), (0x1000, "multicast"),
)  # fmt: skip
_IGNORED = "ignore_interfaces.rx"


class _Lists:
    """Values that are collected over all interfaces."""

    __slots__ = ("addresses", "flags", "hardware", "interfaces")

    def __init__(self) -> None:
        self.interfaces: list[str] = []
        self.hardware: list[str] = []
        self.flags: list[str] = []
        self.addresses: list[str] = []


def find_interfaces(host: Host, directories: tuple[str, ...], patterns: Patterns) -> Found:
    """Find the interfaces, except those that match a line of ignore_interfaces.rx."""
    found = Found()
    links = host.links()
    lists = _Lists()
    ignored = _Ignored(host, directories, patterns)
    has_address = False
    for link in links:
        for address in link.addresses:
            if address.family != INET or address.name in ignored:
                continue
            text = ".".join(str(byte) for byte in address.packed)
            has_address = _add_address(link, address.name, text, found, lists, has_address)
    _add_ipv6(host, links, found, lists, ignored)
    if lists.interfaces:
        found.put(
            "interfaces",
            lists.interfaces,
            ("inventory", "source=agent", "attribute_name=Interfaces"),
            "slist",
        )
    if lists.hardware:
        tags = ("inventory", "source=agent", "attribute_name=MAC addresses")
        found.put("hardware_addresses", lists.hardware, tags, "slist")
    if lists.flags:
        found.put("hardware_flags", lists.flags, kind="slist")
    if lists.addresses:
        found.put("ip_addresses", lists.addresses, kind="slist")
    return found


def _add_address(
    link: Link, name: str, text: str, found: Found, lists: _Lists, has_address: bool
) -> bool:
    short = canonify(name)
    found.put("interface", name)
    found.define(f"net_iface_{short}", "source=agent")
    flags = " ".join(word for bit, word in _FLAGS if link.flags & bit)
    if flags:
        found.put(("interface_flags", name), flags)
        lists.flags.append(flags)
    if link.flags & _UP:
        found.define(text, *INVENTORY)
        found.define(f"ipv4_{text}", *INVENTORY)
        if not has_address and not link.flags & _LOOPBACK:
            found.describe("ipv4", text, "none")
            has_address = True
        lists.addresses.append(text)
        found.put(("ipv4", short), text)
        found.put(("ip2iface", text), short)
        rest = text.rpartition(".")[0]
        number = 3
        while rest:
            found.define(f"ipv4_{rest}", *INVENTORY)
            found.put((f"ipv4_{number}", short), rest)
            rest = rest.rpartition(".")[0]
            number -= 1
    if not link.flags & _LOOPBACK:
        mac = _mac(link)
        found.put(("hardware_mac", short), mac)
        if mac not in lists.hardware:
            lists.hardware.append(mac)
        if name not in lists.interfaces:
            lists.interfaces.append(name)
        found.define(f"mac_{mac}", *INVENTORY)
    return has_address


def _mac(link: Link) -> str:
    return ":".join(f"{byte:02x}" for byte in link.mac[:6].ljust(6, b"\0"))


def _add_ipv6(
    host: Host, links: list[Link], found: Found, lists: _Lists, ignored: _Ignored
) -> None:
    """Add the interfaces and IPv6 addresses that the reference reads from ifconfig."""
    if not (host.exists("/sbin/ifconfig") or host.exists("/bin/ifconfig")):
        return
    addresses: dict[str, list[str]] = {}
    for line in host.lines("/proc/net/if_inet6"):
        words = line.split()
        if len(words) == 6:
            addresses.setdefault(words[5], []).append(_written(words[0]))
    for link in sorted(links, key=lambda each: each.name):
        mac = _mac(link)
        if link.mac and not link.flags & _LOOPBACK and mac not in lists.hardware:
            lists.hardware.append(mac)
            tags = ("source=agent", "derived-from=ifconfig")
            found.put(("hardware_mac", canonify(link.name)), mac, tags)
        if link.name in ignored:
            continue
        for text in addresses.get(link.name, ()):
            if text == "::1":
                continue
            found.define(text, *INVENTORY)
            found.define(f"ipv6_{text}", *INVENTORY)
            lists.addresses.append(text)
            if link.name not in lists.interfaces:
                lists.interfaces.append(link.name)


def _written(digits: str) -> str:
    """Return an IPv6 address in its short form."""
    from _socket import inet_ntop

    return inet_ntop(10, bytes.fromhex(digits))


class _Ignored:
    """The interfaces that match a line of ignore_interfaces.rx."""

    __slots__ = ("_lines", "_patterns")

    def __init__(self, host: Host, directories: tuple[str, ...], patterns: Patterns) -> None:
        self._patterns = patterns
        self._lines: list[str] = []
        for directory in directories:
            lines = host.lines(f"{directory}/{_IGNORED}")
            if lines:
                self._lines = [line.strip() for line in lines if line.strip() and line[0] != "#"]
                break

    def __contains__(self, name: str) -> bool:
        return any(self._patterns.full(line, name) for line in self._lines)
