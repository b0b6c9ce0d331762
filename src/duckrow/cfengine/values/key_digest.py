"""The digest of an RSA key, by which hosts know each other: of its two numbers, not of its file."""

from __future__ import annotations

from duckrow.cfengine.values.public_key import read_pem
from duckrow.source.short_digest import short_md5


def digest_of_numbers(modulus: int, exponent: int) -> str:
    """Return the digest of the two numbers of a public key."""
    numbers = b"".join(
        each.to_bytes((each.bit_length() + 7) // 8, "big") for each in (modulus, exponent)
    )
    return f"MD5={short_md5(numbers).hex()}"


def key_digest(text: str) -> str | None:
    """Return the digest of the public key in the text of a file, None if there is none."""
    try:
        key = read_pem(text.encode("utf-8", "replace"))
    except ValueError:
        return None
    return digest_of_numbers(key.n, key.e)
