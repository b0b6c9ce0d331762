"""Certificates and keys of our own making: which key signed which certificate."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.stdlib.validate.x509 import (
    Unreadable,
    is_signed_by,
    read_certificate,
    read_key,
)

CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIB9DCCAV2gAwIBAgIUfv4WjbFhii07LascRglKP9v5NLowDQYJKoZIhvcNAQEL
BQAwDDEKMAgGA1UEAwwBYTAeFw0yNjExMTUwODE3MzZaFw0zNjExMTIwODE3MzZa
MAwxCjAIBgNVBAMMAWEwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAKMAUjG0
+vZ1oFnCti8zz1oNt8EPzZ1o+TYW0RDynLyXd9EcA/e9gw4WUZ2lVJvh/JYt8JOE
tM2Uf9tLn8WpBmzcd7H08BDhgoqZUFmZ4RXKptxXbWZUbo1G12lKcLmmmL+qyYV3
yLUhnybsNfQrbrAtW2w0DQBdUM1WydpciS3LAgMBAAGjUzBRMB0GA1UdDgQWBBS7
7wk7V5645IZ9+VpmCRHbrm8zlTAfBgNVHSMEGDAWgBS77wk7V5645IZ9+VpmCRHb
rm8zlTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBAAGzJLvT8icw
V3jtHPPRYWnNV9zCqY+KIwRliuomew4UAKKRhYYh8lWFET2b6X/Yi5UVPq/4mv3C
tTYeB/Bv5xt9xJrybSKG/mOUYtDhR6OKtmU14+LgLVr+/QHt3X4ayFJ89gLQTbRO
qhmLrluxQf/UliQoLgh0sgckAlzPNQa1
-----END CERTIFICATE-----
"""
PUBLIC = """-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCjAFIxtPr2daBZwrYvM89aDbfB
D82daPk2FtEQ8py8l3fRHAP3vYMOFlGdpVSb4fyWLfCThLTNlH/bS5/FqQZs3Hex
9PAQ4YKKmVBZmeEVyqbcV21mVG6NRtdpSnC5ppi/qsmFd8i1IZ8m7DX0K26wLVts
NA0AXVDNVsnaXIktywIDAQAB
-----END PUBLIC KEY-----
"""


def test_the_key_that_signed_a_certificate() -> None:
    assert is_signed_by(read_certificate(CERTIFICATE), read_key(PUBLIC))


def test_another_key() -> None:
    modulus, exponent = read_key(PUBLIC)
    assert not is_signed_by(read_certificate(CERTIFICATE), (modulus + 2, exponent))
    assert not is_signed_by(read_certificate(CERTIFICATE), (modulus << 8, exponent))


def test_text_around_does_not_matter() -> None:
    assert is_signed_by(read_certificate(f"duck {CERTIFICATE} duck"), read_key(f"x\n{PUBLIC}"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no start line"),
        (PUBLIC, "no start line"),
        (CERTIFICATE[:200], "bad end line"),
        (CERTIFICATE.replace("MII", "AII", 1), "ASN1 lib"),
        (CERTIFICATE.replace("MII", "MIJ", 1), "ASN1 lib"),
    ],
)
def test_what_is_no_certificate(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_certificate(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("duck", "unsupported"),
        (CERTIFICATE, "unsupported"),
        (PUBLIC.replace("MI", "AI", 1), "unsupported"),
        (PUBLIC[:90] + PUBLIC[120:], "unsupported"),
        (PUBLIC.replace("BEGIN PUBLIC", "BEGIN EC PUBLIC"), "incorrect pkey type"),
        (PUBLIC.replace("BEGIN PUBLIC", "BEGIN ENCRYPTED PUBLIC"), "passphrase"),
    ],
)
def test_what_is_no_key(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_key(text)
