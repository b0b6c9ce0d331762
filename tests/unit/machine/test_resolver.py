"""Names and addresses that need no network."""

from __future__ import annotations

import pytest

from duckrow.machine.resolver import address_of, name_of


def test_an_address_is_its_own() -> None:
    assert address_of("127.0.0.1") == "127.0.0.1"
    assert address_of("::1") == "::1"


@pytest.mark.parametrize("name", ["no.such.host.invalid", "", "a" * 300, "\udcff"])
def test_unknown_names_have_no_address(name: str) -> None:
    assert address_of(name) is None or name == ""


@pytest.mark.parametrize("address", ["not an address", "localhost", "300.1.1.1", ""])
def test_an_invalid_address_has_no_name(address: str) -> None:
    assert name_of(address) is None
