"""validate_x509_rsa_key_pair(certificate, key).

PEM is decoded and RSA signatures are checked here, without a library. DER is a tree of (tag,
content). Only three parts of a certificate matter: what is signed, the algorithm and the signature;
of a key only the modulus and the exponent.
"""

from __future__ import annotations

import hashlib
import re
from binascii import Error, a2b_base64

from duckrow.puppet.functions.helpers.ruby_text import inspect
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_RSA = bytes.fromhex("2a864886f70d010101")
_ELLIPTIC = bytes.fromhex("2a8648ce3d0201")

# Signature algorithms: the hash, and the prefix before it in a signature.
_HASHES = {
    bytes.fromhex(f"2a864886f70d0101{last}"): (name, bytes.fromhex(prefix))
    for last, name, prefix in (
        ("04", "md5", "3020300c06082a864886f70d020505000410"),
        ("05", "sha1", "3021300906052b0e03021a05000414"),
        ("0e", "sha224", "302d300d06096086480165030402040500041c"),
        ("0b", "sha256", "3031300d060960864801650304020105000420"),
        ("0c", "sha384", "3041300d060960864801650304020205000430"),
        ("0d", "sha512", "3051300d060960864801650304020305000440"),
    )
}

_SEQUENCE, _BITS = 0x30, 0x03
_LONGEST = 16384  # bits of a modulus; a longer one takes too long


class Unreadable(Exception):  # noqa: N818  (says what is wrong, in the words of OpenSSL)
    """The text is not a certificate or not a key."""


class Certificate:
    """The signed part, the algorithm and the signature."""

    __slots__ = ("algorithm", "is_of_rsa", "signature", "signed")

    def __init__(self, signed: bytes, algorithm: bytes, signature: bytes) -> None:
        self.signed = signed
        self.algorithm = algorithm
        self.signature = signature
        self.is_of_rsa = algorithm in _HASHES


def read_certificate(text: str) -> Certificate:
    """Parse the first certificate of a text."""
    start = re.search(r"(?m)^.*-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----", text)
    if start is None:
        raise Unreadable("PEM_read_bio_X509: no start line")
    data = _decoded(text[start.end() :], "PEM_read_bio_X509")
    try:
        whole = _sequence(data)
        (inner, _), (_, algorithm), (bits, signature) = _parts(whole)
        (_, name), *_ = _parts(algorithm)
        signed = next(_encodings(whole))
        if (inner, bits) != (_SEQUENCE, _BITS):
            raise ValueError
    except (ValueError, IndexError, StopIteration):
        raise Unreadable("PEM_read_bio_X509: ASN1 lib") from None
    return Certificate(signed, name, signature[1:])


def read_key(text: str) -> tuple[int, int]:
    """Parse the modulus and the exponent of the first key of a text."""
    found = re.search(
        r"-----BEGIN (RSA |EC |ENCRYPTED )?(PUBLIC|PRIVATE) KEY-----(.*?)-----END", text, re.DOTALL
    )
    if found is None:
        raise Unreadable("Neither PUB key nor PRIV key: unsupported")
    kind, side, body = found.groups()
    if kind == "ENCRYPTED " or "ENCRYPTED" in body:
        raise Unreadable("Neither PUB key nor PRIV key: unable to get passphrase")
    if kind == "EC ":
        raise Unreadable("incorrect pkey type: id-ecPublicKey")
    try:
        parts = list(_parts(_sequence(a2b_base64(body))))
        if kind != "RSA ":
            parts = _inside(parts[0 if side == "PUBLIC" else 1][1], parts[-1], side)
        numbers = [int.from_bytes(content, "big") for _, content in parts[:3]]
    except (ValueError, IndexError, Error):
        raise Unreadable("Neither PUB key nor PRIV key: unsupported") from None
    modulus, exponent = numbers[:2] if side == "PUBLIC" else numbers[1:3]
    if modulus.bit_length() > _LONGEST or not 0 < exponent < modulus:
        raise Unreadable("Neither PUB key nor PRIV key: unsupported")
    return modulus, exponent


def _inside(algorithm: bytes, last: tuple[int, bytes], side: str) -> list[tuple[int, bytes]]:
    """Return the numbers of a key that names its own algorithm."""
    (_, name), *_ = _parts(algorithm)
    if name == _ELLIPTIC:
        raise Unreadable("incorrect pkey type: id-ecPublicKey")
    if name != _RSA:
        raise ValueError
    content = last[1][1:] if side == "PUBLIC" else last[1]
    return list(_parts(_sequence(content)))


def is_signed_by(certificate: Certificate, key: tuple[int, int]) -> bool:
    """Return whether a key made the signature of a certificate."""
    modulus, exponent = key
    size = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(certificate.signature, "big")
    if len(certificate.signature) != size or number >= modulus:
        return False
    name, prefix = _HASHES[certificate.algorithm]
    digest = prefix + hashlib.new(name, certificate.signed, usedforsecurity=False).digest()
    padding = b"\xff" * (size - len(digest) - 3)
    return (
        pow(number, exponent, modulus).to_bytes(size, "big") == b"\0\1" + padding + b"\0" + digest
    )


def _decoded(text: str, where: str) -> bytes:
    body, end, _ = text.partition("-----END")
    if not end:
        raise Unreadable(f"{where}: bad end line")
    try:
        return a2b_base64(body)
    except Error:
        raise Unreadable(f"{where}: bad base64 decode") from None


def _sequence(data: bytes) -> bytes:
    """Return the content of the only element, which must be a sequence."""
    ((tag, content),) = _parts(data)
    if tag != _SEQUENCE:
        raise ValueError
    return content


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield tag and content of consecutive elements."""
    for tag, start, end in _spans(data):
        yield tag, data[start:end]


def _encodings(data: bytes) -> Iterator[bytes]:
    """Yield the elements with their tags and lengths."""
    before = 0
    for _, _, end in _spans(data):
        yield data[before:end]
        before = end


def _spans(data: bytes) -> Iterator[tuple[int, int, int]]:
    at = 0
    while at < len(data):
        tag, length = data[at], data[at + 1]
        at += 2
        if length & 0x80:
            count = length & 0x7F
            length, at = int.from_bytes(data[at : at + count], "big"), at + count
        if at + length > len(data):
            raise ValueError
        yield tag, at, at + length
        at += length


def _validate(_scope: Scope, arguments: list[Any]) -> None:
    """Fail if an RSA key did not sign a certificate."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"validate_x509_rsa_key_pair(): wrong number of arguments ({len(arguments)}; must be 2)"
        )
    for value in arguments:
        if type(value) is not str:
            raise EvaluationError(f"{inspect(value)} is not a string.")
    try:
        certificate = read_certificate(arguments[0])
    except Unreadable as wrong:
        raise EvaluationError(f"Not a valid x509 certificate: {wrong}") from None
    try:
        key = read_key(arguments[1])
    except Unreadable as wrong:
        raise EvaluationError(f"Not a valid RSA key: {wrong}") from None
    if not certificate.is_of_rsa:
        raise EvaluationError("wrong public key type")
    if not is_signed_by(certificate, key):
        raise EvaluationError("Certificate signature does not match supplied key")


VALIDATE_X509_RSA_KEY_PAIR = LegacyFunction(
    "validate_x509_rsa_key_pair", _validate, is_statement=True
)
