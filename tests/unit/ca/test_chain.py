from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import NameOID
from tests.unit.ca.making import new_key

from duckrow.ca.pem import PrivateKey
from duckrow.ca.signer import chain_of


def signed(name: str, key: PrivateKey, issuer: str, issuer_key: PrivateKey) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(
        subject_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]),
        issuer_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now,
        not_valid_after=now + timedelta(days=1),
    )
    return builder.sign(issuer_key, hashes.SHA256())


def test_a_chain_ends_on_authorities_that_have_signed_each_other() -> None:
    first, second = new_key(), new_key()
    huey = signed("huey.lab", new_key(), "first", first)
    bundle = [signed("first", first, "second", second), signed("second", second, "first", first)]
    assert chain_of(huey, bundle) == [huey, *bundle]


def test_a_chain_ends_at_the_root() -> None:
    key = new_key()
    root, huey = signed("root", key, "root", key), signed("huey.lab", new_key(), "root", key)
    assert chain_of(huey, [root]) == [huey, root]
    assert chain_of(huey, []) == [huey]
