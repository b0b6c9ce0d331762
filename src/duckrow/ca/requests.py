"""Certificate requests: read what a node sent, and make one."""

from __future__ import annotations

from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from duckrow.ca.errors import UNREADABLE as UNREADABLE_REQUEST
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

LARGEST = 1 << 16  # bytes of a request; a real one has about two thousand


class Request:
    """A request whose parts can be read; whether it is acceptable is a question for checks.py."""

    __slots__ = ("alt_names", "csr", "extensions", "name")

    def __init__(self, csr: x509.CertificateSigningRequest, name: str) -> None:
        self.csr = csr
        self.name = name
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

    def to_pem(self) -> bytes:
        return self.csr.public_bytes(Encoding.PEM)


def read_request(content: bytes) -> Request:
    """Read a request in PEM. Raises RejectedRequestError if that is not possible."""
    if len(content) > LARGEST:
        raise RejectedRequestError(
            UNREADABLE_REQUEST, f"the certificate request has more than {LARGEST} bytes"
        )
    try:
        csr = x509.load_pem_x509_csr(content)
        _ = csr.public_key(), csr.attributes
        names = csr.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        if len(names) != 1 or not isinstance(names[0].value, str):
            raise ValueError(f"its subject has {len(names)} common names, not one")
        return Request(csr, names[0].value)
    except UNREADABLE as error:
        raise RejectedRequestError(
            UNREADABLE_REQUEST,
            "Could not parse the certificate request",
            why=cause(error),
        ) from None


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
