"""Renew the certificates of the authority itself, with the same keys.

Nodes keep their certificates: a new certificate of the authority has the name, the key and the
serial number of the old one, which the certificates of nodes name as their issuer. Nodes that
download it accept both.
"""

from __future__ import annotations

from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes

from duckrow.ca.certificates import EARLIER
from duckrow.ca.directory import CERTIFICATES, ROOT_KEY
from duckrow.ca.pem import certificates_to_pem
from duckrow.ca.revocation import root_key
from duckrow.ca.setup import CA_TTL
from duckrow.ca.signer import common_name
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from duckrow.ca.authority import Authority
    from duckrow.ca.pem import PrivateKey


def renew_authority(authority: Authority, ttl: int = CA_TTL) -> list[x509.Certificate]:
    """Replace the certificates of the authority by ones that are valid from now; return them."""
    directory = authority.directory
    with directory.lock():
        signer = authority.signer
        chain = signer.chain()
        root = root_key(authority)
        keys = [each for each in (signer.key, root) if each is not None]
        new: list[x509.Certificate] = []
        for old in chain:
            key = _key_of_issuer(old, chain, keys)
            if key is None:
                raise InputError(
                    f"cannot renew the CA certificate {common_name(old)}",
                    why=f"the key of its issuer is not in {directory.path_of(ROOT_KEY)}",
                    hint="put the key there for this command, or let the issuer sign a new"
                    " certificate for ca_key.pem",
                )
            new.append(_again(old, key, authority.now(), ttl))
        others = [each for each in signer.bundle if each not in chain]
        directory.write(CERTIFICATES, certificates_to_pem([*new, *others]))
    for each in new:
        authority.log("notice", f"renewed the CA certificate {common_name(each)}")
    return new


def _key_of_issuer(
    certificate: x509.Certificate, chain: list[x509.Certificate], keys: list[PrivateKey]
) -> PrivateKey | None:
    issuers = [each for each in chain if each.subject == certificate.issuer]
    for key in keys:
        if any(each.public_key() == key.public_key() for each in issuers):
            return key
    return None


def _again(
    old: x509.Certificate, issuer_key: PrivateKey, now: datetime, ttl: int
) -> x509.Certificate:
    start = now.replace(microsecond=0)
    builder = (
        x509.CertificateBuilder()
        .issuer_name(old.issuer)
        .subject_name(old.subject)
        .public_key(old.public_key())
        .serial_number(old.serial_number)
        .not_valid_before(start - EARLIER)
        .not_valid_after(start + timedelta(seconds=ttl))
    )
    for each in old.extensions:
        builder = builder.add_extension(each.value, each.critical)
    return builder.sign(issuer_key, hashes.SHA256())
