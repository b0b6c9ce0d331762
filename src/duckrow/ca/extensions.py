"""Extensions of certificates and requests: Puppet's own as strings, and those that all have."""

from __future__ import annotations

from cryptography import x509

from duckrow.ca.oids import AUTHORIZATION, NAME_OF, NETSCAPE_COMMENT, PRIVATE, REGISTERED, is_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from duckrow.ca.pem import PublicKey

_COMMENT = b"Puppet Server Internal Certificate"
_UTF8, _IA5 = 0x0C, 0x16
# The strings of ASN.1 by their tags: UTF8, Numeric, Printable, T61, IA5, Visible, BMP.
_ENCODINGS = {
    _UTF8: "utf-8",
    0x12: "ascii",
    0x13: "ascii",
    0x14: "latin-1",
    _IA5: "ascii",
    0x1A: "ascii",
    0x1E: "utf-16-be",
}


def string_in(der: bytes) -> str:
    """Return the string that an extension holds; bytes that are no string of ASN.1 are UTF-8."""
    encoding = _ENCODINGS.get(der[0]) if len(der) >= 2 else None
    if encoding is not None:
        start, length = 2, der[1]
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(der[2:start], "big")
        if len(der) == start + length:
            return der[start:].decode(encoding, "replace")
    return der.decode("utf-8", "replace")


def string_to_der(text: str, tag: int = _UTF8) -> bytes:
    """Return a string in ASN.1."""
    content = text.encode()
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def string_extension(oid: str, text: str) -> x509.UnrecognizedExtension:
    """Return an extension of Puppet's with a string."""
    return x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), string_to_der(text))


def comment() -> x509.UnrecognizedExtension:
    """Return the comment that the reference writes into every certificate."""
    oid = x509.ObjectIdentifier(NETSCAPE_COMMENT)
    return x509.UnrecognizedExtension(oid, bytes((_IA5, len(_COMMENT))) + _COMMENT)


def extensions_of(
    certificate: x509.Certificate, names: Mapping[str, str] = NAME_OF
) -> dict[str, str]:
    """Return the strings of a certificate's extensions of Puppet's, by name."""
    return {name: text for _, name, text in puppet_strings(certificate.extensions, names)}


def puppet_strings(
    extensions: x509.Extensions, names: Mapping[str, str] = NAME_OF
) -> Iterator[tuple[str, str, str]]:
    """Return object identifier, name and string of every extension of Puppet's.

    An extension without a name has its object identifier as its name.
    """
    for each in extensions:
        oid = each.oid.dotted_string
        is_puppets = any(is_below(oid, arc) for arc in (REGISTERED, PRIVATE, AUTHORIZATION))
        if is_puppets and isinstance(each.value, x509.UnrecognizedExtension):
            yield oid, names.get(oid, oid), string_in(each.value.value)


def authorization_of(extensions: x509.Extensions) -> dict[str, str]:
    """Return the authorization extensions by name."""
    return {
        name: text for oid, name, text in puppet_strings(extensions) if is_below(oid, AUTHORIZATION)
    }


def alt_names_of(extensions: x509.Extensions) -> list[str]:
    """Return the subject alternative names: IP:ADDRESS first, then DNS:NAME, then others."""
    try:
        names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return []
    found: dict[str, list[str]] = {"IP": [], "DNS": [], "other": []}
    for each in names:
        if isinstance(each, x509.IPAddress):
            found["IP"].append(f"IP:{each.value}")
        elif isinstance(each, x509.DNSName):
            found["DNS"].append(f"DNS:{each.value}")
        else:
            found["other"].append(f"{type(each).__name__}:{each.value}")
    return found["IP"] + found["DNS"] + found["other"]


def subject_key(certificate: x509.Certificate) -> x509.SubjectKeyIdentifier:
    """Return the identifier of a certificate's key: the one that it names, else the usual one."""
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
    except x509.ExtensionNotFound:
        return x509.SubjectKeyIdentifier.from_public_key(_public_key(certificate))
    return found.value


def _public_key(certificate: x509.Certificate) -> PublicKey:
    return certificate.public_key()  # type: ignore[return-value]  # read_signer checks its kind


def authority_key(
    issuer: x509.Certificate, *, with_serial: bool = False
) -> x509.AuthorityKeyIdentifier:
    """Return the identifier of an issuer's key, and on demand of its certificate."""
    key = subject_key(issuer).digest
    if not with_serial:
        return x509.AuthorityKeyIdentifier(key, None, None)
    name = x509.DirectoryName(issuer.issuer)
    return x509.AuthorityKeyIdentifier(key, [name], issuer.serial_number)
