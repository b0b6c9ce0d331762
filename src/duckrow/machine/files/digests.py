"""Checksums of a file's content, read in pieces.

The kinds are Puppet's: md5, sha1, sha224 to sha512, each also as `…lite`, which reads only the
first 512 bytes; mtime and ctime, which read nothing; none.
"""

from __future__ import annotations

from duckrow.source.short_digest import SHORT, short_sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

    from duckrow.machine.files.facts import FileFacts

PIECE = 1024 * 1024
LITE = 512

DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
CHECKSUMS = (*DIGESTS, "md5lite", "sha1lite", "sha256lite", "mtime", "ctime", "none")


def new_digest(kind: str) -> _Hash:
    """Return a new digest object of a kind, for content that arrives in pieces."""
    import hashlib

    name = kind.removesuffix("lite")
    if name not in DIGESTS:
        raise ValueError(f"Unsupported checksum type '{kind}'")
    return hashlib.new(name, usedforsecurity=False)


def digest_bytes(content: bytes, kind: str) -> str:
    """Return the checksum of a content in memory."""
    digest = new_digest(kind)
    digest.update(content[:LITE] if kind.endswith("lite") else content)
    return digest.hexdigest()


def digest_open_file(descriptor: int, kind: str) -> str:
    """Return the checksum of the rest of an open file."""
    import os

    start = b""
    if kind == "sha256":
        start = os.read(descriptor, SHORT)
        if len(start) < SHORT:  # the end of the file
            return short_sha256(start)
    digest = new_digest(kind)
    digest.update(start)
    if kind.endswith("lite"):
        digest.update(os.read(descriptor, LITE))
        return digest.hexdigest()
    piece = bytearray(PIECE)
    view = memoryview(piece)
    while count := os.readv(descriptor, [piece]):
        digest.update(view[:count])
    return digest.hexdigest()


def time_checksum(facts: FileFacts, kind: str) -> str:
    """Return a file's time as a string, such as 2026-11-15 08:00:00 +0000."""
    from time import localtime, strftime

    moment = facts.mtime_ns if kind == "mtime" else facts.ctime_ns
    return strftime("%Y-%m-%d %H:%M:%S %z", localtime(moment // 1_000_000_000))
