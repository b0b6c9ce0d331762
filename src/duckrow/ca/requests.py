"""Certificate requests: read what a node sent, and make one."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from ipaddress import ip_address

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.extensions import alt_names_of, string_extension
from duckrow.ca.names import LONGEST_NAME
from duckrow.ca.oids import AUTO_RENEW
from duckrow.ca.pem import UNREADABLE, cause
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duckrow.ca.pem import PrivateKey

_VERSION = 0
_BEGIN = b"-----BEGIN CERTIFICATE REQUEST-----"
_END = b"-----END CERTIFICATE REQUEST-----"
LARGEST = 1 << 16  # bytes of a request; a real one has about two thousand


class Request:
    """A request whose parts can be read; whether it is acceptable is a question for checks.py.

    `version` is the number in the request. The standard has only 0, and cryptography reads only
    that, but `puppetserver ca generate` writes 2: `csr` then has 0 there, the rest is as it was.
    """

    __slots__ = ("alt_names", "csr", "extensions", "name", "version")

    def __init__(
        self, csr: x509.CertificateSigningRequest, name: str, version: int = _VERSION
    ) -> None:
        self.csr = csr
        self.name = name
        self.version = version
        self.extensions = csr.extensions
        self.alt_names = alt_names_of(csr.extensions)

    @property
    def can_renew(self) -> bool:
        """Whether the agent says that it can renew its certificate."""
        try:
            found = self.csr.attributes.get_attribute_for_oid(x509.ObjectIdentifier(AUTO_RENEW))
        except (x509.AttributeNotFound, *UNREADABLE):
            return False
        return found.value == b"true"

    def is_signed_by_its_key(self) -> bool:
        """Return whether the signature is that of the key in the request."""
        csr = self.csr
        if self.version == _VERSION:
            return csr.is_signature_valid
        signed = _with_version(csr.tbs_certrequest_bytes, 1, self.version)
        key, digest = csr.public_key(), csr.signature_hash_algorithm
        try:
            if isinstance(key, rsa.RSAPublicKey) and digest is not None:
                key.verify(csr.signature, signed, padding.PKCS1v15(), digest)
            elif isinstance(key, ec.EllipticCurvePublicKey) and digest is not None:
                key.verify(csr.signature, signed, ec.ECDSA(digest))
            else:
                return False
        except InvalidSignature:
            return False
        return True

    def to_der(self) -> bytes:
        """Return the request as it was sent."""
        return _with_version(self.csr.public_bytes(Encoding.DER), 2, self.version)

    def to_pem(self) -> bytes:
        """Return the request as it was sent."""
        if self.version == _VERSION:
            return self.csr.public_bytes(Encoding.PEM)
        text = b2a_base64(self.to_der(), newline=False)
        lines = [text[at : at + 64] for at in range(0, len(text), 64)]
        return b"\n".join((_BEGIN, *lines, _END, b""))


def read_request(content: bytes) -> Request:
    """Read a request in PEM. Raises RejectedRequestError if that is not possible."""
    if len(content) > LARGEST:
        raise RejectedRequestError(f"the certificate request has more than {LARGEST} bytes")
    try:
        csr, version = _load(content)
        _ = csr.public_key(), csr.attributes
        names = csr.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        if len(names) != 1 or not isinstance(names[0].value, str):
            raise ValueError(f"its subject has {len(names)} common names, not one")
        return Request(csr, names[0].value, version)
    except UNREADABLE as error:
        raise RejectedRequestError(
            "Could not parse the certificate request",
            why=cause(error),
        ) from None


def _load(content: bytes) -> tuple[x509.CertificateSigningRequest, int]:
    """Return a request, and the version that it has."""
    try:
        return x509.load_pem_x509_csr(content), _VERSION
    except x509.InvalidVersion as error:
        text = content.partition(_BEGIN)[2].partition(_END)[0]
        der = a2b_base64(text)
        if not der:  # another kind of block
            raise ValueError(str(error)) from None
        version = der[_version_at(der, 2)]
        if version == _VERSION:
            raise ValueError(str(error)) from None
        return x509.load_der_x509_csr(_with_version(der, 2, _VERSION)), version


def _with_version(der: bytes, depth: int, version: int) -> bytes:
    at = _version_at(der, depth)
    return der[:at] + bytes([version]) + der[at + 1 :]


def _version_at(der: bytes, depth: int) -> int:
    """Return where the version is: the first number inside so many sequences."""
    at = 0
    for _ in range(depth):
        size = der[at + 1]
        at += 2 + (size & 0x7F if size & 0x80 else 0)
    if der[at : at + 2] != b"\x02\x01":
        raise ValueError("its version is not a small number")
    return at + 2


def make_request(
    name: str,
    key: PrivateKey,
    alt_names: Sequence[str] = (),
    extensions: Mapping[str, str] | None = None,
    attributes: Mapping[str, str] | None = None,
) -> Request:
    """Make a request with alternative names, extensions and attributes, by object identifier.

    Extensions become part of the certificate, attributes do not.
    """
    builder = x509.CertificateSigningRequestBuilder().subject_name(subject(name))
    if alt_names:
        builder = builder.add_extension(alt_name_extension(alt_names), critical=False)
    for oid, text in (extensions or {}).items():
        builder = builder.add_extension(string_extension(oid, text), critical=False)
    for oid, text in (attributes or {}).items():
        builder = builder.add_attribute(x509.ObjectIdentifier(oid), text.encode())
    return Request(builder.sign(key, hashes.SHA256()), name)


def subject(name: str) -> x509.Name:
    """Return a subject with a common name alone."""
    if not 0 < len(name) <= LONGEST_NAME:
        raise InputError(f"a common name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def alt_name_extension(names: Sequence[str]) -> x509.SubjectAlternativeName:
    """Return the extension with names that are written as DNS:NAME and IP:ADDRESS."""
    found: list[x509.GeneralName] = []
    for each in names:
        kind, _, value = each.partition(":")
        if kind == "IP":
            found.append(x509.IPAddress(ip_address(value)))
        else:
            found.append(x509.DNSName(value))
    return x509.SubjectAlternativeName(found)
