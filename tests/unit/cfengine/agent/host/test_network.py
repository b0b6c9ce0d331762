"""Interfaces, routes and counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.agent.host.interfaces import find_interfaces
from duckrow.cfengine.agent.host.networking import find_networking
from duckrow.machine.host import Host
from duckrow.machine.netlink import Address, Link
from duckrow.regexp.pcre.patterns import Patterns

LINKS = [
    Link(1, "lo", bytes(6), addresses=[Address(2, bytes((127, 0, 0, 1)), 8, 0, "lo")], flags=0x49),
    Link(
        2,
        "eth0",
        bytes.fromhex("02fc00000001"),
        addresses=[Address(2, bytes((192, 0, 2, 2)), 24, 0, "eth0")],
        flags=0x1043,
    ),
    Link(3, "ifb0", bytes.fromhex("f63c5bc002e8"), flags=0x82),
]
SIX = (
    "fd000000000000000000000000000002 02 40 00 82     eth0\n"
    "00000000000000000000000000000001 01 80 10 80       lo\n"
)


class Wired(Host):
    """A host with fixed interfaces."""

    __slots__ = ()

    def links(self) -> list[Link]:
        return LINKS


def host(root: Path) -> Host:
    for name, text in (("proc/net/if_inet6", SIX), ("sbin/ifconfig", "")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Wired(str(root))


def test_interfaces(tmp_path: Path) -> None:
    found = find_interfaces(host(tmp_path), (), Patterns(pytest.fail))
    assert set(found.classes) == {
        "net_iface_lo", "127_0_0_1", "ipv4_127_0_0_1", "ipv4_127_0_0", "ipv4_127_0", "ipv4_127",
        "net_iface_eth0", "192_0_2_2", "ipv4_192_0_2_2", "ipv4_192_0_2", "ipv4_192_0", "ipv4_192",
        "mac_02_fc_00_00_00_01", "fd00__2", "ipv6_fd00__2",
    }  # fmt: skip
    values = {key: each.value for key, each in found.variables.items()}
    assert values["ipv4"] == values["ipv4", "eth0"] == "192.0.2.2"
    assert values["ipv4_2", "eth0"] == "192.0"
    assert values["ip2iface", "127.0.0.1"] == "lo"
    assert values["interface_flags", "eth0"] == "up broadcast running multicast"
    assert values["interfaces"] == ["eth0"]
    assert values["hardware_addresses"] == ["02:fc:00:00:00:01", "f6:3c:5b:c0:02:e8"]
    assert values["ip_addresses"] == ["127.0.0.1", "192.0.2.2", "fd00::2"]
    assert ("hardware_mac", "lo") not in values


def test_interfaces_can_be_ignored(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/ignore_interfaces.rx").write_text("# comment\neth.*\n")
    found = find_interfaces(host(tmp_path), ("/work",), Patterns(pytest.fail))
    assert "net_iface_eth0" not in found.classes
    assert "net_iface_lo" in found.classes


def test_routes_and_counters(tmp_path: Path) -> None:
    net = tmp_path / "proc/net"
    net.mkdir(parents=True)
    (net / "netstat").write_text("TcpExt: A B\nTcpExt: 1 2\n")
    (net / "route").write_text(
        "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
        "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
        "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
    )
    (net / "dev").write_text("a\nb\n  lo: " + " ".join(map(str, range(16))) + "\n")
    found = find_networking(Host(str(tmp_path)))
    assert set(found.classes) == {"ipv4_gw_192_0_2_1"}
    inet = found.variables["inet"].value
    assert inet["default_gateway"] == "192.0.2.1"
    assert inet["stats"] == {"TcpExt": {"A": "1", "B": "2"}}
    assert inet["routes"][1]["flags"] == ["up", "net", "not_default", "local"]
    counters = found.variables["interfaces_data"].value["lo"]
    assert (counters["device"], counters["transmit_bytes"]) == ("lo", "8")
    assert found.variables["inet6"].value == {}
