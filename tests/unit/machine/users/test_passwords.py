"""Passwords and the hashes that are made of them."""

from __future__ import annotations

from ctypes import CDLL

import pytest

from duckrow.machine.users.passwords import is_password

try:
    CDLL("libcrypt.so.1")
except OSError:
    pytest.skip("no library that hashes", allow_module_level=True)

HASH = (
    "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68"
    "u4OTLiBFdcbYEdFCoEOfaS35inz1"
)


def test_the_right_one() -> None:
    # The example of the scheme's own description.
    assert is_password("Hello world!", HASH)


@pytest.mark.parametrize("stored", [HASH[:-1] + "X", f"!{HASH}", "x", "*", ""])
def test_invalid_hashes(stored: str) -> None:
    assert not is_password("Hello world!", stored)


def test_another_password() -> None:
    assert not is_password("hello world!", HASH)
