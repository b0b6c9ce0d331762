"""Requests whose version is not the one of the standard, as `puppetserver ca generate` sends."""

from __future__ import annotations

from base64 import encodebytes

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding

from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.pem import PrivateKey
from duckrow.ca.requests import make_request, read_request

KEYS: list[PrivateKey] = [
    rsa.generate_private_key(65537, 2048),
    ec.generate_private_key(ec.SECP256R1()),
]


def _length(size: int) -> bytes:
    if size < 128:
        return bytes([size])
    return bytes([0x81, size]) if size < 256 else bytes([0x82, size >> 8, size & 0xFF])


def request_of(key: PrivateKey, version: int, *, is_tampered: bool = False) -> bytes:
    """Make a request with any version, signed by its key."""
    csr = make_request("huey.lab", key).csr
    info = csr.tbs_certrequest_bytes
    at = info.index(b"\x02\x01\x00") + 2
    info = info[:at] + bytes([version]) + info[at + 1 :]
    if isinstance(key, rsa.RSAPrivateKey):
        signature = key.sign(info, padding.PKCS1v15(), hashes.SHA256())
    else:
        signature = key.sign(info, ec.ECDSA(hashes.SHA256()))
    if is_tampered:
        info = info.replace(b"huey.lab", b"evil.lab")
    whole = csr.public_bytes(Encoding.DER)
    size = len(csr.tbs_certrequest_bytes)
    begin = whole.index(csr.tbs_certrequest_bytes) + size
    algorithm = whole[begin : whole.index(csr.signature) - 1]
    algorithm = algorithm[: 2 + algorithm[1]]
    bits = b"\x03" + _length(len(signature) + 1) + b"\x00" + signature
    body = info + algorithm + bits
    der = b"\x30" + _length(len(body)) + body
    kind = b"CERTIFICATE REQUEST-----\n"
    return b"-----BEGIN " + kind + encodebytes(der) + b"-----END " + kind


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("version", [0, 2, 3])
def test_any_version_is_read_and_kept(key: PrivateKey, version: int) -> None:
    request = read_request(request_of(key, version))
    assert (request.name, request.version) == ("huey.lab", version)
    assert request.is_signed_by_its_key()
    again = read_request(request.to_pem())
    assert again.to_der() == request.to_der()
    assert again.is_signed_by_its_key()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("version", [0, 2])
def test_a_changed_request_is_not_signed(key: PrivateKey, version: int) -> None:
    request = read_request(request_of(key, version, is_tampered=True))
    assert request.name == "evil.lab"
    assert not request.is_signed_by_its_key()


def test_another_kind_of_block_is_rejected() -> None:
    content = request_of(KEYS[1], 2).replace(b"CERTIFICATE REQUEST", b"NEW CERTIFICATE REQUEST")
    with pytest.raises(RejectedRequestError):
        read_request(content)
