"""Read certificates, revocation lists and keys from PEM; a damaged file leads to an InputError."""

from __future__ import annotations

import re

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
PublicKey = rsa.RSAPublicKey | ec.EllipticCurvePublicKey

# The exceptions of cryptography for an input that it cannot read or use.
UNREADABLE = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)
_BLOCK = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----", re.DOTALL)
CURVES: dict[str, ec.EllipticCurve] = {
    "prime256v1": ec.SECP256R1(),
    "secp384r1": ec.SECP384R1(),
    "secp521r1": ec.SECP521R1(),
}
SMALLEST_RSA = 2048
LARGEST_RSA = 16384


def certificates_in(content: bytes, path: str) -> list[x509.Certificate]:
    """Return all certificates of a file, of which there must be one."""
    found = []
    for block in _blocks(content, b"CERTIFICATE"):
        try:
            certificate = x509.load_pem_x509_certificate(block)
            _ = certificate.extensions, certificate.public_key()
        except UNREADABLE as error:
            raise _unreadable(path, "a certificate", error) from None
        found.append(certificate)
    if not found:
        raise _nothing_in(path, "certs", "CERTIFICATE")
    return found


def crls_in(content: bytes, path: str) -> list[x509.CertificateRevocationList]:
    """Return all revocation lists of a file, of which there must be one."""
    found = []
    for block in _blocks(content, b"X509 CRL"):
        try:
            crl = x509.load_pem_x509_crl(block)
            _ = crl.extensions, crl.next_update_utc
        except UNREADABLE as error:
            raise _unreadable(path, "a CRL", error) from None
        found.append(crl)
    if not found:
        raise _nothing_in(path, "crls", "X509 CRL")
    return found


def _nothing_in(path: str, what: str, block: str) -> InputError:
    return InputError(
        f"Could not detect any {what} within {path}",
        why=f"the file has no complete block BEGIN {block}",
        hint="restore the file from a backup",
    )


def key_in(content: bytes, path: str, password: bytes | None = None) -> PrivateKey:
    """Return the private key of a file; the password counts if the key has one."""
    has_password = b"ENCRYPTED" in content
    what = "a private key with this password" if password else "a private key without a password"
    try:
        key = load_pem_private_key(content, password if has_password else None)
    except UNREADABLE as error:
        raise _unreadable(path, what, error) from None
    if not isinstance(key, PrivateKey):
        raise InputError(f"cannot use the key {path}: it is neither an RSA nor an EC key")
    return key


def make_key(kind: str, bits: int, curve: str) -> PrivateKey:
    """Make a private key: RSA with some bits, or EC on a curve."""
    if kind == "ec":
        if curve not in CURVES:
            raise InputError(f"there is no curve {curve}: give {', '.join(CURVES)}")
        return ec.generate_private_key(CURVES[curve])
    if not SMALLEST_RSA <= bits <= LARGEST_RSA:
        raise InputError(
            f"cannot make an RSA key of {bits} bits: give {SMALLEST_RSA} to {LARGEST_RSA}"
        )
    return rsa.generate_private_key(65537, bits)


def key_to_pem(key: PrivateKey, password: bytes | None = None) -> bytes:
    """Return a private key in the form that Puppet writes."""
    secret = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, secret)


def public_key_to_pem(key: PublicKey) -> bytes:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def certificates_to_pem(certificates: Iterable[x509.Certificate]) -> bytes:
    return b"".join(each.public_bytes(Encoding.PEM) for each in certificates)


def crls_to_pem(crls: Iterable[x509.CertificateRevocationList]) -> bytes:
    return b"".join(each.public_bytes(Encoding.PEM) for each in crls)


def _blocks(content: bytes, label: bytes) -> list[bytes]:
    return [found[0] for found in _BLOCK.finditer(content) if found[1] == label]


def cause(error: Exception) -> str:
    """Return the message of an error of cryptography without its links and its advice."""
    text = str(error) or type(error).__name__
    return "it is not in PEM" if text.startswith("Unable to load PEM file") else text


def _unreadable(path: str, what: str, error: Exception) -> InputError:
    return InputError(
        f"Could not parse {path}",
        why=f"it does not hold {what}: {cause(error)}",
        hint="restore the file from a backup",
    )
