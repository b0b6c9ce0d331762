"""Names, interfaces and addresses, on hosts made of data."""

from __future__ import annotations

import os
from sys import byteorder
from typing import Any

import pytest

from duckrow.facts.networking import is_local_address, networking, scope
from duckrow.machine.netlink import INET, INET6, Address, Link, Source, links_in, sources_in

ROUTES = (
    "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    "*\t00000000\t00000000\t0\t0\t0\t0\t00000000\t0\t0\t0\n"
    "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
)


def four(text: str, prefix: int = 24, name: str = "eth0") -> Address:
    return Address(INET, bytes(map(int, text.split("."))), prefix, 0x80, name)


def six(packed: str, prefix: int = 64, flags: int = 0x80, name: str = "eth0") -> Address:
    return Address(INET6, bytes.fromhex(packed), prefix, flags, name)


LOCAL = "fe80" + "0" * 27 + "1"
PUBLIC = "20010db8" + "0" * 23 + "7"
UNIQUE = "fd00" + "0" * 27 + "2"


def test_an_interface(make_host: Any) -> None:
    host = make_host({"/proc/net/route": ROUTES})
    host.given_links = [
        Link(1, "lo", b"\0" * 6, 65536, 0, [four("127.0.0.1", 8, "lo")]),
        Link(
            2,
            "eth0",
            bytes.fromhex("02fc00000001"),
            1400,
            0,
            [four("169.254.7.7", 16), four("192.0.2.130", 25), six(LOCAL), six(PUBLIC, 48, 0x82)],
        ),
    ]
    found = networking(host, {})
    assert found["interfaces"]["lo"] == {
        "bindings": [{"address": "127.0.0.1", "netmask": "255.0.0.0", "network": "127.0.0.0"}],
        "ip": "127.0.0.1",
        "mtu": 65536,
        "netmask": "255.0.0.0",
        "network": "127.0.0.0",
    }
    eth0 = found["interfaces"]["eth0"]
    assert eth0["bindings6"][1] == {
        "address": "2001:db8::7",
        "netmask": "ffff:ffff:ffff::",
        "network": "2001:db8::",
        "scope6": "global",
        "flags": ["noad", "permanent"],
    }
    # The best address is not the first one, but the first that others can reach.
    expected = {
        "ip": "192.0.2.130",
        "ip6": "2001:db8::7",
        "mac": "02:fc:00:00:00:01",
        "mtu": 1400,
        "netmask": "255.255.255.128",
        "netmask6": "ffff:ffff:ffff::",
        "network": "192.0.2.128",
        "network6": "2001:db8::",
        "scope6": "global",
    }
    assert {key: eth0[key] for key in expected} == expected
    assert {key: found[key] for key in expected} == expected
    assert found["primary"] == "eth0"
    assert list(found) == sorted(found)
    assert list(eth0) == sorted(eth0)


def test_without_a_default_route_the_first_good_interface_is_primary(make_host: Any) -> None:
    host = make_host()
    host.given_links = [
        Link(1, "lo", addresses=[four("127.0.0.1", 8, "lo")]),
        Link(2, "eth0", addresses=[six(LOCAL), six(UNIQUE)]),
        Link(3, "eth1", addresses=[four("192.0.2.1", 24, "eth1")]),
    ]
    assert networking(host, {})["primary"] == "eth1"
    host.given_links.pop()
    found = networking(host, {})
    assert "primary" not in found
    assert found["interfaces"]["eth0"]["ip6"] == "fe80::1"


def test_labels_are_interfaces_of_their_own(make_host: Any) -> None:
    host = make_host()
    host.given_links = [
        Link(2, "eth0", b"\2" * 6, 1500, 0, [four("192.0.2.1"), four("192.0.2.2", 24, "eth0:web")])
    ]
    found = networking(host, {})["interfaces"]
    assert list(found) == ["eth0", "eth0:web"]
    assert found["eth0:web"]["ip"] == "192.0.2.2"
    assert "mac" not in found["eth0:web"]


def test_addresses_of_routes(make_host: Any) -> None:
    host = make_host()
    host.given_links = [Link(2, "eth0", addresses=[four("192.0.2.1")])]
    host.given_sources = [
        Source(INET, bytes((192, 0, 2, 1)), 2),
        Source(INET, bytes((198, 51, 100, 9)), 2),
        Source(INET, bytes((198, 51, 100, 9)), 77),
    ]
    bindings = networking(host, {})["interfaces"]["eth0"]["bindings"]
    assert bindings[1:] == [{"address": "198.51.100.9"}]


def test_a_bond_hides_the_true_mac(make_host: Any) -> None:
    host = make_host(
        {
            "/proc/net/bonding/bond0": "Slave Interface: eth1\n"
            "Permanent HW addr: 02:00:00:00:00:11\n"
            "Slave Interface: eth0\nPermanent HW addr: 02:00:00:00:00:22\n"
        }
    )
    host.given_links = [
        Link(5, "bond0", b"\2" * 6),
        Link(2, "eth0", b"\2" * 6, master=5),
        Link(3, "ib0", bytes(range(20))),
        Link(4, "odd0", b"\2\2"),
    ]
    found = networking(host, {})["interfaces"]
    assert found["eth0"]["mac"] == "02:00:00:00:00:22"
    assert found["bond0"]["mac"] == "02:02:02:02:02:02"
    assert found["ib0"]["mac"].startswith("00:01:02")
    assert "mac" not in found["odd0"]


@pytest.mark.parametrize(
    ("node", "canonical", "resolv", "expected"),
    [
        ("pond", None, "", ("pond", None, "pond")),
        ("pond.example.com", None, "", ("pond", "example.com", "pond.example.com")),
        ("pond", "pond.example.com", "", ("pond", "example.com", "pond.example.com")),
        ("pond", "lake.example.com", "", ("pond", None, "lake.example.com")),
        ("pond", "pond", "search a.org b.org\n", ("pond", "a.org", "pond.a.org")),
        ("pond", None, "search a.org\ndomain c.org\n", ("pond", "c.org", "pond.c.org")),
    ],
)
def test_names(
    make_host: Any,
    node: str,
    canonical: str | None,
    resolv: str,
    expected: tuple[str, str | None, str],
) -> None:
    host = make_host({"/etc/resolv.conf": resolv})
    host.names_of_kernel = ("Linux", node, "6.1", "", "x86_64")
    host.canonical = canonical
    found = networking(host, {})
    assert (found["hostname"], found.get("domain"), found["fqdn"]) == expected


@pytest.mark.parametrize(
    ("address", "is_it"),
    [
        ("127.0.0.1", True),
        ("169.254.1.1", True),
        ("::1", True),
        ("fe80::1", True),
        ("fd12::1", True),
        ("10.0.0.1", False),
        ("2001:db8::1", False),
    ],
)
def test_local_addresses(address: str, is_it: bool) -> None:
    assert is_local_address(address) is is_it


@pytest.mark.parametrize(
    ("packed", "text"),
    [
        ("fe80" + "0" * 28, "link"),
        ("fec0" + "0" * 28, "site"),
        ("0" * 31 + "1", "host"),
        ("0" * 24 + "c0000201", "compat,global"),
        ("2001" + "0" * 28, "global"),
    ],
)
def test_scopes(packed: str, text: str) -> None:
    assert scope(bytes.fromhex(packed)) == text


# ---- leases

LEASES = {
    "/run/systemd/netif/leases/2": "ADDRESS=192.0.2.9\nSERVER_ADDRESS=192.0.2.1\n",
    "/var/lib/dhcp/dhclient.eth1.leases": 'lease {\n  interface "eth1";\n'
    "  option dhcp-server-identifier 192.0.2.3;\n}\n",
    "/var/lib/NetworkManager/internal-77-eth2.lease": "SERVER_ADDRESS=192.0.2.4\n",
    "/bin/dhcpcd": "#!/bin/sh\n[ $2 = eth3 ] && echo \"dhcp_server_identifier='192.0.2.5'\"\n",
}


def test_leases_of_four_clients(make_host: Any) -> None:
    host = make_host({**LEASES, "/proc/net/route": ROUTES})
    host.given_links = [Link(n + 2, f"eth{n}") for n in range(5)]
    found = networking(host, {})
    servers = {name: one.get("dhcp") for name, one in found["interfaces"].items()}
    assert servers == {
        "eth0": "192.0.2.1",
        "eth1": "192.0.2.3",
        "eth2": "192.0.2.4",
        "eth3": "192.0.2.5",
        "eth4": None,
    }
    assert found["dhcp"] == "192.0.2.1"


# ---- what the kernel answers


def number(value: int, width: int) -> bytes:
    return value.to_bytes(width, byteorder)


def attribute(kind: int, data: bytes) -> bytes:
    return number(len(data) + 4, 2) + number(kind, 2) + data + b"\0" * (-len(data) % 4)


def message(kind: int, body: bytes) -> bytes:
    return number(len(body) + 16, 4) + number(kind, 2) + b"\0" * 10 + body


def test_messages_of_the_kernel() -> None:
    head = number(0, 2) + number(1, 2) + number(2, 4) + b"\0" * 8
    link = head + attribute(3, b"eth0\0") + attribute(4, number(1500, 4))
    link += attribute(1, b"\2\0\0\0\0\1") + attribute(10, number(5, 4))
    address = bytes((INET, 24, 0x80, 0)) + number(2, 4)
    address += attribute(1, b"\xc0\0\2\1") + attribute(2, b"\xc0\0\2\2") + attribute(3, b"eth0:a\0")
    address += attribute(8, number(0x280, 4))
    stray = bytes((INET, 24, 0x80, 0)) + number(9, 4) + attribute(1, b"\xc0\0\2\1")
    (found,) = links_in(
        message(16, link) + message(3, b"\0\0\0\0"), message(20, address) + message(20, stray)
    )
    assert (found.index, found.name, found.mtu, found.master) == (2, "eth0", 1500, 5)
    assert found.mac == b"\2\0\0\0\0\1"
    (one,) = found.addresses
    assert (one.packed, one.prefix, one.flags, one.name) == (b"\xc0\0\2\2", 24, 0x280, "eth0:a")


@pytest.mark.parametrize(("table", "flags", "count"), [(254, 0, 1), (255, 0, 0), (254, 16, 0)])
def test_routes_of_the_kernel(table: int, flags: int, count: int) -> None:
    body = bytes((INET, 24, 0, 0, table, 0, 0, 1)) + number(flags, 4)
    body += attribute(7, b"\xc0\0\2\1") + attribute(4, number(2, 4))
    assert len(sources_in(message(24, body))) == count


def test_broken_messages_end_it() -> None:
    assert links_in(b"\1\0\0\0" + b"\0" * 20, b"") == []
    assert sources_in(message(24, bytes((INET,)) + b"\0" * 11 + b"\1\0\0\0")) == []


@pytest.mark.skipif(not os.path.exists("/proc/net/dev"), reason="needs the interfaces of Linux")
def test_the_kernel_of_this_host_answers() -> None:
    from duckrow.machine.host import Host

    names = {line.split(":")[0].strip() for line in Host().lines("/proc/net/dev")[2:]}
    assert {link.name for link in Host().links()} == names
