"""Password hashes of crypt(3): $1$ (MD5), $5$ (SHA-256) and $6$ (SHA-512).

Other kinds, such as bcrypt, are left to the C library of the machine.
"""

from __future__ import annotations

from hashlib import md5, sha256, sha512

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

LONGEST = 511  # of a password, in bytes
FAILED = "*0"  # crypt's answer when it fails
_DIGITS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def crypt_md5(password: bytes, salt: bytes) -> str:
    """Return $1$SALT$HASH; the first 8 bytes of the salt count."""
    salt = salt[:8]

    def hashed(data: bytes) -> bytes:
        return md5(data, usedforsecurity=False).digest()

    size = len(password)
    data = password + b"$1$" + salt + _stretched(hashed(password + salt + password), size)
    while size:
        data += b"\0" if size & 1 else password[:1]
        size >>= 1
    digest = hashed(data)
    for turn in range(1000):
        parts = (
            password if turn & 1 else digest,
            salt if turn % 3 else b"",
            password if turn % 7 else b"",
            digest if turn & 1 else password,
        )
        digest = hashed(b"".join(parts))
    order = [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5), (11,)]
    return f"$1${salt.decode()}${_written(digest, order)}"


def crypt_sha256(password: bytes, salt: bytes) -> str:
    """Return $5$SALT$HASH; the first 16 bytes of the salt count."""
    order: list[Sequence[int]] = [
        _rotated((position, position + 10, position + 20), -position) for position in range(10)
    ]
    return f"$5${_sha(password, salt[:16], sha256, [*order, (31, 30)])}"


def crypt_sha512(password: bytes, salt: bytes) -> str:
    """Return $6$SALT$HASH; the first 16 bytes of the salt count."""
    order: list[Sequence[int]] = [
        _rotated((position, position + 21, position + 42), position) for position in range(21)
    ]
    return f"$6${_sha(password, salt[:16], sha512, [*order, (63,)])}"


def _sha(password: bytes, salt: bytes, algorithm: Any, order: Iterable[Sequence[int]]) -> str:
    size = len(password)
    inner = algorithm(password + salt + password).digest()
    data = password + salt + _stretched(inner, size)
    while size:
        data += inner if size & 1 else password
        size >>= 1
    digest = algorithm(data).digest()
    size = len(password)
    repeated = _stretched(algorithm(password * size).digest(), size)
    salted = _stretched(algorithm(salt * (16 + digest[0])).digest(), len(salt))
    for turn in range(5000):
        parts = (
            repeated if turn & 1 else digest,
            salted if turn % 3 else b"",
            repeated if turn % 7 else b"",
            digest if turn & 1 else repeated,
        )
        digest = algorithm(b"".join(parts)).digest()
    return f"{salt.decode()}${_written(digest, order)}"


def _stretched(data: bytes, size: int) -> bytes:
    """Repeat bytes up to a size."""
    return (data * (size // len(data) + 1))[:size]


def _rotated(positions: tuple[int, int, int], by: int) -> tuple[int, ...]:
    by %= 3
    return positions[by:] + positions[:by]


def _written(digest: bytes, order: Iterable[Sequence[int]]) -> str:
    """Encode bytes in groups of up to three, the last byte of a group first."""
    digits = []
    for positions in order:
        number = int.from_bytes(bytes(digest[position] for position in positions), "big")
        for _ in range(len(positions) + 1):
            digits.append(_DIGITS[number & 0x3F])
            number >>= 6
    return "".join(digits)
