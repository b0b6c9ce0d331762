"""Public keys in files and certificates, beside the library for keys."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest

pytest.importorskip("cryptography")

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)

from duckrow.cfengine.net.keys import make_key
from duckrow.cfengine.values.public_key import PublicKey, read_certificate, read_pem
from duckrow.machine.peer_certificate import make_certificate
from duckrow.source.der import SEQUENCE, element, natural

KEY = make_key()
PUBLIC = KEY.public_key()
NUMBERS = PUBLIC.public_numbers()
CERTIFICATE = make_certificate(KEY).public_bytes(Encoding.DER)
# Like a certificate of cf-serverd: of version 1, with the serial number 0. What nobody reads is
# empty.
OLD = element(
    SEQUENCE,
    element(
        SEQUENCE,
        natural(0)
        + element(SEQUENCE, b"")
        + element(SEQUENCE, b"")
        + element(SEQUENCE, b"")
        + element(SEQUENCE, b"")
        + PUBLIC.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
    )
    + element(SEQUENCE, b"")
    + b"\x03\x02\x00\x00",
)


def pem(data: bytes, label: str = "RSA PUBLIC KEY") -> bytes:
    return f"-----BEGIN {label}-----\n{b64encode(data).decode()}\n-----END {label}-----\n".encode()


def pkcs1(n: int, e: int) -> bytes:
    return pem(element(SEQUENCE, natural(n) + natural(e)))


@pytest.mark.parametrize("bits", [1024, 2048, 2049, 4096])
def test_both_forms_of_files_are_read_as_the_library_reads_them(bits: int) -> None:
    public = make_key(bits).public_key()
    numbers = public.public_numbers()
    for form in (PublicFormat.PKCS1, PublicFormat.SubjectPublicKeyInfo):
        found = read_pem(b"# a remark\n" + public.public_bytes(Encoding.PEM, form))
        assert (found.n, found.e) == (numbers.n, numbers.e)
    assert found.pem() == public.public_bytes(Encoding.PEM, PublicFormat.PKCS1)


def test_the_key_of_a_certificate() -> None:
    for content in (CERTIFICATE, OLD):
        found = read_certificate(content)
        assert (found.n, found.e) == (NUMBERS.n, NUMBERS.e)


def test_other_kinds_of_keys_are_errors() -> None:
    kinds = (ec.generate_private_key(ec.SECP256R1()), ed25519.Ed25519PrivateKey.generate())
    for key in kinds:
        content = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        with pytest.raises(ValueError, match="another kind"):
            read_pem(content)


@pytest.mark.parametrize(
    ("n", "e"),
    [
        (NUMBERS.n, 0),
        (NUMBERS.n, 1),
        (NUMBERS.n, 2),
        (NUMBERS.n + 1, 3),
        (NUMBERS.n, NUMBERS.n + 2),
        (2**511 - 1, 3),
        (2**16385 - 1, 3),
    ],
    ids=range(7),
)
def test_numbers_that_are_no_key(n: int, e: int) -> None:
    with pytest.raises(ValueError, match="no RSA key"):
        read_pem(pkcs1(n, e))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"quack",
        pem(b""),
        pem(b"\x30\x00"),
        pkcs1(NUMBERS.n, NUMBERS.e)[:-40],
        pkcs1(NUMBERS.n, NUMBERS.e).replace(b"M", b"!", 1),
        pem(element(SEQUENCE, natural(NUMBERS.n) + natural(3) + b"\0")),
        pem(element(SEQUENCE, natural(NUMBERS.n) + natural(3)) + b"\0"),
        pem(element(SEQUENCE, natural(NUMBERS.n) + natural(3)), "PUBLIC KEY"),
    ],
)
def test_a_damaged_file_is_an_error(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_pem(content)


@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
def test_a_damaged_certificate_is_never_read_as_another_key() -> None:
    """Whoever changes bytes of a certificate gets an error, or the key that the library sees."""
    dice = random.Random(7)
    readable = 0
    for _ in range(3000):
        content = bytearray(CERTIFICATE)
        for _ in range(dice.randint(1, 3)):
            # Most of a certificate is the key and the signature: the rest is what leads there.
            content[dice.randrange(120 if dice.random() < 0.8 else len(content))] = dice.randrange(
                256
            )
        if dice.random() < 0.2:
            del content[dice.randrange(len(content)) :]
        try:
            ours: PublicKey | None = read_certificate(bytes(content))
        except ValueError:
            ours = None
        if ours is None:
            continue
        try:
            theirs = x509.load_der_x509_certificate(bytes(content)).public_key()
        except (ValueError, TypeError, x509.InvalidVersion):
            continue  # no handshake gets so far
        assert isinstance(theirs, rsa.RSAPublicKey)
        numbers = theirs.public_numbers()
        assert (ours.n, ours.e) == (numbers.n, numbers.e)
        readable += 1
    assert readable > 100


def test_a_file_that_the_library_reads_is_read() -> None:
    content = b"\r\n".join(PublicKey(NUMBERS.n, NUMBERS.e).pem().split(b"\n"))
    found, theirs = read_pem(content), load_pem_public_key(content)
    assert isinstance(theirs, rsa.RSAPublicKey)
    assert found.n == theirs.public_numbers().n
