"""SHA-256 of short contents without OpenSSL.

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

SHORT = 64 << 10


def short_sha256(content: bytes) -> str:
    """Return the SHA-256 of a content that is shorter than SHORT."""
    digest: str = sha256(content).hexdigest()
    return digest
