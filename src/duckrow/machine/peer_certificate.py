"""The certificate by which a host of CFEngine shows its key; nobody looks at the rest of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.serialization import Encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

_YEARS = 10


def make_certificate(key: RSAPrivateKey) -> x509.Certificate:
    """Make a certificate for a key."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a")])
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * _YEARS))
        .public_key(key.public_key())
        .sign(key, SHA384())
    )


def certificate_text(key: RSAPrivateKey) -> bytes:
    """Make a certificate for a key, as the content of a file."""
    return make_certificate(key).public_bytes(Encoding.PEM)
