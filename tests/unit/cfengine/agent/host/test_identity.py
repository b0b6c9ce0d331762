"""The digest of a host's public key."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

from duckrow.cfengine.agent.host.found import Found
from duckrow.cfengine.agent.host.identity import find_identity
from duckrow.cfengine.values.key_digest import key_digest
from duckrow.machine.host import Host

# Made with cf-key 3.21.0, with the digest that cf-promises prints.
KEY = """\
-----BEGIN RSA PUBLIC KEY-----
MIIBCgKCAQEAy+MS+25BPWEPvaPOm6ujZ2P/XMJvJhqWLk7VRQIfNKKfpb9uaGX3
ccnKfbNhCai5ybVYmr86CD7uePkp9ZEw+cbaYFuqMtx+dVJ00AEN8ddQ4whtUgss
GBL7V4iUhUVL++hoEhAkS6aeUH47+zSW21nykZ5DxetQbM06A4zYXGo9AYT8aI99
MJhfytj7ERg0r1ZL//FdtQERkdnL49UUHABtu/3aFF+h7l5IxXq8SbRMzPnECpGR
2/I5ZwbI2A06ofArbgxIil8dpjrfbP/FJnUoMO0pE9Ww7EdavaBICgHsTuBlQdHZ
b1XD5yeo9i7vqF5xzeQU+mndGM0BQRLCjQIDAQAB
-----END RSA PUBLIC KEY-----
"""
DIGEST = "MD5=b4dc3d384382ccb1f92a0fb76107e2e6"


def pem(data: bytes) -> str:
    text = b64encode(data).decode()
    return f"-----BEGIN RSA PUBLIC KEY-----\n{text}\n-----END RSA PUBLIC KEY-----\n"


def test_digest() -> None:
    assert key_digest(KEY) == DIGEST
    assert key_digest(f"# a remark\n{KEY}") == DIGEST


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quack",
        KEY[:200],
        KEY.replace("MIIB", "M!IB"),
        pem(b""),
        pem(b"\x30"),
        pem(b"\x30\x84\x7f\xff\xff\xff\x02"),
        pem(b"\x30\x03\x02\x01\x05"),
        pem(b"\x30\x06\x04\x01\x05\x02\x01\x03"),
    ],
)
def test_an_invalid_key_has_no_digest(text: str) -> None:
    assert key_digest(text) is None


def test_variable_and_class(tmp_path: Path) -> None:
    found = Found()
    find_identity(Host(), str(tmp_path), found)
    assert not found.variables
    assert not found.classes
    (tmp_path / "ppkeys").mkdir()
    (tmp_path / "ppkeys" / "localhost.pub").write_text(KEY)
    find_identity(Host(), str(tmp_path), found)
    assert found.variables["key_digest"].value == DIGEST
    assert list(found.classes) == ["PK_MD5_b4dc3d384382ccb1f92a0fb76107e2e6"]
