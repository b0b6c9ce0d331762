"""Addresses are read and written as the reference's platform does."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.stdlib.helpers.addresses import parse_address


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("10.1.2.3/8", "10.0.0.0"),
        ("10.1.2.3/255.255.0.0", "10.1.0.0"),
        ("FE80::A", "fe80::a"),
        ("[::1]", "::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("fe80:1::2/16", "fe80::"),
        ("::ffff:102:304", "::ffff:1.2.3.4"),
        ("::1:2", "::0.1.0.2"),
    ],
)
def test_spelling(text: str, spelled: str) -> None:
    assert parse_address(text) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "",
        "duck",
        "1.2.3",
        "1.2.3.256",
        "1.2.3.04",
        "[1.2.3.4]",
        "1.2.3.4%eth0",
        "1.2.3.4/33",
        "1.2.3.4/08",
        "1.2.3.4/255.0.255.0",
        "1.2.3.4/::",
        "1::2::3",
        "::1/129",
        " ::1",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert parse_address(text) is None
