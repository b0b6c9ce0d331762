"""SHA-256 and MD5, of short contents without OpenSSL.

Importing hashlib loads OpenSSL, which takes a quarter of the start of a bare interpreter. From
about 64 KiB on, OpenSSL is faster all the same.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]  # Python 3.12
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:  # an interpreter that has only OpenSSL's digests
        from hashlib import sha256
try:
    from _md5 import md5  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from hashlib import md5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT = 64 << 10


def short_sha256(content: bytes) -> str:
    """Return the SHA-256 of a content that is shorter than SHORT."""
    digest: str = sha256(content).hexdigest()
    return digest


def short_md5(content: bytes) -> bytes:
    """Return the MD5 of a short content, in binary form; it is no protection against anybody."""
    digest: bytes = md5(content, usedforsecurity=False).digest()
    return digest


def sha256_of(pieces: Iterable[bytes]) -> str:
    """Return the SHA-256 of a content in pieces, with OpenSSL if it is long."""
    start = b""
    digest = None
    for piece in pieces:
        if digest is not None:
            digest.update(piece)
            continue
        start += piece
        if len(start) >= SHORT:
            from hashlib import sha256 as quicker

            digest = quicker(start)
    return short_sha256(start) if digest is None else digest.hexdigest()
