"""Make certificates: of nodes, of authorities, and a node's next one."""

from __future__ import annotations

from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import ExtendedKeyUsageOID

from duckrow.ca.extensions import authority_key, comment, string_extension
from duckrow.ca.oids import CLI_AUTH
from duckrow.ca.requests import alt_name_extension, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from duckrow.ca.pem import PrivateKey, PublicKey
    from duckrow.ca.requests import Request

# Clocks differ: a certificate is valid since yesterday.
EARLIER = timedelta(days=1)


class Issue:
    """The issuer of a certificate, its key, and the serial number and the validity of it."""

    __slots__ = ("issuer", "key", "now", "serial", "ttl")

    def __init__(
        self,
        issuer: x509.Certificate | None,
        key: PrivateKey,
        serial: int,
        now: datetime,
        ttl: int,
    ) -> None:
        self.issuer = issuer  # None: it signs itself
        self.key = key
        self.serial = serial
        self.now = now.replace(microsecond=0)
        self.ttl = ttl

    def builder(self, name: x509.Name, key: PublicKey) -> x509.CertificateBuilder:
        """Return a certificate without extensions."""
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name if self.issuer is None else self.issuer.subject)
            .public_key(key)
            .serial_number(self.serial)
            .not_valid_before(self.now - EARLIER)
            .not_valid_after(self.now + timedelta(seconds=self.ttl))
        )


def issue_for_request(
    issue: Issue, request: Request, *, is_client_of_ca: bool = False
) -> x509.Certificate:
    """Return the certificate of a node, with the extensions that its request asks for.

    With `is_client_of_ca` its holder may administer the authority.
    """
    key: PublicKey = request.csr.public_key()  # type: ignore[assignment]  # checks.py checks it
    assert issue.issuer is not None
    builder = issue.builder(subject(request.name), key)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key)
    own = f"DNS:{request.name}"
    alt_names = [each for each in request.alt_names if each != own]
    for extension, critical in (
        (comment(), False),
        (authority_key(issue.issuer, with_serial=True), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (
            x509.ExtendedKeyUsage(
                [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
            ),
            True,
        ),
        (_key_usage("digital_signature", "key_encipherment"), True),
        (identifier, False),
        (alt_name_extension([*alt_names, own]), False),
    ):
        builder = builder.add_extension(extension, critical)
    for each in request.extensions:
        if isinstance(each.value, x509.UnrecognizedExtension):
            builder = builder.add_extension(each.value, each.critical)
    if is_client_of_ca:
        builder = builder.add_extension(string_extension(CLI_AUTH, "true"), critical=False)
    return builder.sign(issue.key, hashes.SHA256())


def renewed(issue: Issue, certificate: x509.Certificate) -> x509.Certificate:
    """Return a certificate with the same key, subject and extensions, valid from now."""
    assert issue.issuer is not None
    key: PublicKey = certificate.public_key()  # type: ignore[assignment]  # we signed it
    builder = issue.builder(certificate.subject, key)
    for each in certificate.extensions:
        extension: x509.ExtensionType = each.value
        if isinstance(extension, x509.AuthorityKeyIdentifier):
            extension = authority_key(issue.issuer, with_serial=True)
        builder = builder.add_extension(extension, each.critical)
    return builder.sign(issue.key, hashes.SHA256())


def issue_authority(issue: Issue, name: str, key: PrivateKey) -> x509.Certificate:
    """Return the certificate of an authority: a root, or one below the issuer."""
    public = key.public_key()
    identifier = x509.SubjectKeyIdentifier.from_public_key(public)
    if issue.issuer is None:
        above = x509.AuthorityKeyIdentifier(identifier.digest, None, None)
    else:
        above = authority_key(issue.issuer)
    extensions: Sequence[tuple[x509.ExtensionType, bool]] = (
        (x509.BasicConstraints(ca=True, path_length=None), True),
        (_key_usage("key_cert_sign", "crl_sign"), True),
        (identifier, False),
        (comment(), False),
        (above, False),
    )
    builder = issue.builder(subject(name), public)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(issue.key, hashes.SHA256())


def _key_usage(*uses: str) -> x509.KeyUsage:
    every = (
        "digital_signature content_commitment key_encipherment data_encipherment key_agreement "
        "key_cert_sign crl_sign encipher_only decipher_only"
    ).split()
    return x509.KeyUsage(**{each: each in uses for each in every})
