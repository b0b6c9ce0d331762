"""The files of cf-secret: a content that the holders of some keys can read.

Lines `Version: 1.0` and, for each key, `Encrypted-for: DIGEST`; an empty line; then binary data:
16 random bytes, for each key the content's key encrypted with RSA (PKCS#1 v1.5), and the content
encrypted with AES-256 in CBC mode.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

from duckrow.cfengine.net.keys import digest
from duckrow.machine.this_process import random_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from duckrow.cfengine.net.keys import Key

_BLOCK = 16
_KEY_BYTES = 32


class SecretFileError(Exception):
    """The file is not encrypted, or not for this key; or it cannot be, for these keys."""


def encrypt(content: bytes, keys: Sequence[Key]) -> bytes:
    """Return a file that the holders of the keys can read. Raises SecretFileError."""
    numbers = [each.public_numbers() for each in keys]
    if len({each.n.bit_length() for each in numbers}) > 1:
        # A reader finds its part by its own size.
        raise SecretFileError("All keys that a file is encrypted for must have the same size")
    start, key = random_bytes(_BLOCK), random_bytes(_KEY_BYTES)
    lines = ["Version: 1.0", *(f"Encrypted-for: {digest(each)}" for each in keys), "", ""]
    padder = PKCS7(_BLOCK * 8).padder()
    cipher = Cipher(AES(key), CBC(start)).encryptor()
    data = cipher.update(padder.update(content) + padder.finalize()) + cipher.finalize()
    try:
        lockers = [RSAPublicNumbers(each.e, each.n).public_key() for each in numbers]
        sealed = [each.encrypt(key, PKCS1v15()) for each in lockers]
    except ValueError as error:
        raise SecretFileError(f"A key cannot be used: {error}") from None
    return b"".join(("\n".join(lines).encode(), start, *sealed, data))


def decrypt(content: bytes, key: RSAPrivateKey) -> bytes:
    """Return the content of a file. Raises SecretFileError."""
    lines, data = headers(content)
    readers = [value for name, value in lines if name == "Encrypted-for"]
    name = digest(key.public_key())
    if name not in readers:
        raise SecretFileError(f"File not encrypted for host '{name}'")
    size = key.key_size // 8
    at = _BLOCK + readers.index(name) * size
    try:
        # Keys of the other readers are taken to be of the same size.
        secret = key.decrypt(data[at : at + size], PKCS1v15())
        cipher = Cipher(AES(secret), CBC(data[:_BLOCK])).decryptor()
        padded = cipher.update(data[_BLOCK + len(readers) * size :]) + cipher.finalize()
        unpadder = PKCS7(_BLOCK * 8).unpadder()
        return unpadder.update(padded) + unpadder.finalize()
    except ValueError:
        raise SecretFileError("Failed to decrypt data: the file is damaged") from None


def headers(content: bytes) -> tuple[list[tuple[str, str]], bytes]:
    """Return the headers of a file, and the data behind them. Raises SecretFileError."""
    text, separator, data = content.partition(b"\n\n")
    if not separator:
        raise SecretFileError("Failed to parse headers")
    found = []
    for line in text.decode("utf-8", "replace").split("\n"):
        name, colon, value = line.partition(": ")
        if not colon or name not in ("Version", "Encrypted-for"):
            raise SecretFileError(f"Unsupported header: '{name}'")
        if name == "Version" and value != "1.0":
            raise SecretFileError(f"Unsupported file format version: '{value}'")
        found.append((name, value))
    if ("Version", "1.0") not in found:
        raise SecretFileError("File format version not specified")
    return found, data
