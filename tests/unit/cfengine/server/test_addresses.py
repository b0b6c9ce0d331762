"""How addresses and host names of rules match."""

from __future__ import annotations

import pytest

from duckrow.cfengine.server.addresses import address_matches, longest_suffix


@pytest.mark.parametrize(
    ("rule", "address"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("10.0.0", "10.0.0.1"),
        ("10", "10.9.9.9"),
        ("10.0.0.0/8", "10.255.0.1"),
        ("128.39.74.10/23", "128.39.75.56"),
        ("0.0.0.0/0", "1.2.3.4"),
        ("10.0.0.1-9", "10.0.0.5"),
        ("10.0-3.0.1", "10.2.0.1"),
        ("10.0.0-9", "10.0.7.200"),
        ("::1", "::1"),
        ("fe80::/16", "fe80::1"),
        ("::/0", "fe80::1"),
        ("2001:700:700:3.290:54ff:fe05:50ba", "2001:700:700:3.290:54ff:fe05:50ba"),
        ("2001:db8::1-9", "2001:db8::5"),
        ("2001:db8:0:0:0:0:0:1-9", "2001:db8::5"),
        ("2001:db8:0-f", "2001:db8:a::bad"),
    ],
)
def test_an_address_matches(rule: str, address: str) -> None:
    assert address_matches(rule, address)


@pytest.mark.parametrize(
    ("rule", "address"),
    [
        ("10.0.0.1", "10.0.0.12"),
        ("10.0.0.12", "10.0.0.1"),
        ("1", "10.0.0.1"),
        ("10.0.0.0/8", "11.0.0.1"),
        ("10.0.0.0/33", "10.0.0.1"),
        ("10.0.0.0/x", "10.0.0.1"),
        ("10.0.0.0/8-9", "10.0.0.1"),
        ("10.0.0.1-9", "10.0.0.10"),
        ("10.0.0.9-1", "10.0.0.5"),
        ("10.0.0.a-9", "10.0.0.5"),
        ("::1", "127.0.0.1"),
        ("fe80::/17", "fe80::1"),
        ("fe80::/16", "fe81::1"),
        ("2001:db8::1-9", "2001:db8:ffff::bad"),
        ("2001:db8::1-9", "2001:db8::"),
        ("2001:db8:0:0:0:0:0:1-9", "2001:db8::"),
        ("::1-9", "2001:db8::5"),
        ("pond", "127.0.0.1x"),
    ],
)
def test_an_address_does_not_match(rule: str, address: str) -> None:
    assert not address_matches(rule, address)


def test_the_longest_domain_is_found() -> None:
    names = [".net", ".pond.net", "duck.pond.net"]
    assert longest_suffix(names, "teal.pond.net") == ".pond.net"
    assert longest_suffix(names, "duck.pond.net") == "duck.pond.net"
    assert longest_suffix(names, "pond.net") == ".net"
    assert longest_suffix(names, "pond.org") is None
    assert longest_suffix(names, "xpond.net") == ".net"
