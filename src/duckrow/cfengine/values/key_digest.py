"""The digest of an RSA key, by which hosts know each other: of its two numbers, not of its file."""

from __future__ import annotations

_BEGIN = "-----BEGIN RSA PUBLIC KEY-----"
_END = "-----END RSA PUBLIC KEY-----"
_INTEGER, _SEQUENCE = 2, 48


def digest_of_numbers(modulus: int, exponent: int) -> str:
    """Return the digest of the two numbers of a public key."""
    return _digest(
        modulus.to_bytes((modulus.bit_length() + 7) // 8, "big")
        + exponent.to_bytes((exponent.bit_length() + 7) // 8, "big")
    )


def key_digest(text: str) -> str | None:
    """Return the digest of an RSA key: of its two numbers, not of its file."""
    from base64 import b64decode

    _, begins, rest = text.partition(_BEGIN)
    inner, ends, _ = rest.partition(_END)
    if not begins or not ends:
        return None
    try:
        whole = _inner(b64decode("".join(inner.split()), validate=True), _SEQUENCE)[0]
        modulus, rest_of_it = _inner(whole, _INTEGER)
        exponent = _inner(rest_of_it, _INTEGER)[0]
    except (ValueError, IndexError):
        return None
    numbers = modulus.lstrip(b"\0") + exponent.lstrip(b"\0")
    return _digest(numbers)


def _digest(numbers: bytes) -> str:
    from hashlib import md5

    return f"MD5={md5(numbers, usedforsecurity=False).hexdigest()}"


def _inner(data: bytes, kind: int) -> tuple[bytes, bytes]:
    """Return the content of a DER element, and the bytes after it."""
    if data[0] != kind:
        raise ValueError
    start, length = 2, data[1]
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
    if start + length > len(data):
        raise ValueError
    return data[start : start + length], data[start + length :]
