"""Hashes of passwords: as crypt(3) makes them."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.helpers.crypt_hashes import (
    crypt_md5,
    crypt_sha256,
    crypt_sha512,
)


def test_sha512() -> None:
    assert crypt_sha512(b"Hello world!", b"saltstring") == (
        "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCo"
        "EOfaS35inz1"
    )


def test_sha256() -> None:
    assert crypt_sha256(b"Hello world!", b"saltstring") == (
        "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5"
    )


def test_md5_and_the_bytes_of_a_salt_that_count() -> None:
    assert crypt_md5(b"password", b"salt") == "$1$salt$qJH7.N4xYta3aEG/dfqo/0"
    assert crypt_md5(b"password", b"saltsalt") == crypt_md5(b"password", b"saltsaltmore")
    assert crypt_sha512(b"x", b"s" * 16) == crypt_sha512(b"x", b"s" * 20)
