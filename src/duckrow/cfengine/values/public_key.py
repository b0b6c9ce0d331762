"""RSA public keys, in files and in certificates.

    read_pem(content)               a file: RSA PUBLIC KEY, or PUBLIC KEY
    read_certificate(content)       a certificate in DER
    key.pem()                       the content of a file, as the reference writes it

A run that asks a server needs nothing else of the library for keys, whose import takes longer than
all else. A key is trusted because of its two numbers, so whoever makes a certificate must not be
able to let two readers see different ones: everything in front of the key has to be where X.509 has
it, in strict DER.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64

from duckrow.source.der import (
    BIT_STRING,
    INTEGER,
    SEQUENCE,
    DerError,
    element,
    natural,
    read_element,
    read_natural,
    read_only_element,
)

_PKCS1, _ANY = b"RSA PUBLIC KEY", b"PUBLIC KEY"
_VERSION = 0xA0
# The object identifier rsaEncryption with its parameter, NULL.
_RSA = bytes.fromhex("06092a864886f70d010101 0500")
# The sizes that the library for TLS accepts at all, in bits.
_SMALLEST, _LARGEST = 512, 16384
_LINE = 48  # bytes in a line of base64


class PublicKey:
    """The two numbers of a key; the library for keys names them the same way."""

    __slots__ = ("e", "n")

    def __init__(self, n: int, e: int) -> None:
        self.n = n
        self.e = e

    def public_numbers(self) -> PublicKey:
        """Return the numbers, as a key of the library does."""
        return self

    def pem(self) -> bytes:
        """Return the content of a file."""
        data = element(SEQUENCE, natural(self.n) + natural(self.e))
        lines = [b2a_base64(data[at : at + _LINE]) for at in range(0, len(data), _LINE)]
        return b"-----BEGIN %b-----\n%b-----END %b-----\n" % (_PKCS1, b"".join(lines), _PKCS1)


def read_pem(content: bytes) -> PublicKey:
    """Read the first key in the content of a file. Raises ValueError."""
    for label in (_PKCS1, _ANY):
        _, begins, rest = content.partition(b"-----BEGIN %b-----" % label)
        inner, ends, _ = rest.partition(b"-----END %b-----" % label)
        if begins and ends:
            try:
                data = a2b_base64(b"".join(inner.split()), strict_mode=True)
            except Error as error:
                raise ValueError(str(error)) from None
            return _of_pkcs1(data) if label == _PKCS1 else _of_info(data)
    raise ValueError("there is no public key")


def read_certificate(content: bytes) -> PublicKey:
    """Read the key of a certificate. Raises ValueError if it is no RSA key."""
    rest, _ = read_element(read_only_element(content, SEQUENCE), SEQUENCE)
    if rest[:1] == bytes((_VERSION,)):
        _, rest = read_element(rest, _VERSION)
    _, rest = read_element(rest, INTEGER)  # the serial number
    for _ in ("algorithm", "issuer", "validity", "subject"):
        _, rest = read_element(rest, SEQUENCE)
    info, _ = read_element(rest, SEQUENCE)
    return _of_info(element(SEQUENCE, info))


def _of_info(data: bytes) -> PublicKey:
    """Read a key that says which kind it is."""
    algorithm, rest = read_element(read_only_element(data, SEQUENCE), SEQUENCE)
    bits = read_only_element(rest, BIT_STRING)
    if algorithm != _RSA or bits[:1] != b"\0":
        raise DerError("another kind of key")
    return _of_pkcs1(bits[1:])


def _of_pkcs1(data: bytes) -> PublicKey:
    n, rest = read_natural(read_only_element(data, SEQUENCE))
    e, rest = read_natural(rest)
    if rest or not _SMALLEST <= n.bit_length() <= _LARGEST or n & e & 1 == 0 or not 1 < e < n:
        raise DerError("no RSA key")
    return PublicKey(n, e)
