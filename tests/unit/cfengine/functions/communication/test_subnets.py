"""Addresses in ranges."""

from __future__ import annotations

import pytest
from tests.unit.cfengine.functions.fakes import FakeContext

from duckrow.cfengine.functions.communication.subnets import is_within


@pytest.mark.parametrize(
    ("wanted", "address", "expected"),
    [
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ("0.0.0.0/0", "1.2.3.4", True),
        ("10.0.0.0/33", "10.0.0.1", False),
        ("192.168.1.10-20", "192.168.1.20", True),
        ("192.168.1.10-20", "192.168.1.21", False),
        ("192.168", "192.168.3.4", True),
        ("192.16", "192.168.3.4", False),
        ("fe80::/16", "fe80::1", True),
        ("fe80::/10", "fe80::1", False),
        ("1:2:3:4:5:6:7:1-5", "1:2:3:4:5:6:7:1", False),
        ("1:2:3:4:5:6:7:1-5", "1:2:3:4:5:6:7:5", True),
        ("10.0.0.0/8", "fe80::1", False),
        ("name", "name", True),
        ("name", "other", False),
    ],
)
def test_is_within(wanted: str, address: str, expected: bool) -> None:
    assert is_within(FakeContext(), wanted, address) is expected  # type: ignore[arg-type]
