"""What a cache directory knows about archives, so that a process opens only those that it reads.

One entry is for all the archives of a module path: their stamps and their lists. It is read at
once. An archive counts as known while its file has the stamp of the entry; it is opened when a
member is read, and what is read is checked as ever.
"""

from __future__ import annotations

from binascii import crc32
from marshal import dumps, loads

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.find import remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.source.digest_cache import DigestCache

_FORMAT = 1  # another one if what `Archive.known` returns changes
_LARGEST = 32 << 20  # bytes of an entry
_CHECKSUM = 4
# Two changes of a file may be so close that both have the same time.
_SETTLED = 2_000_000_000  # nanoseconds


def recall_archives(cache: DigestCache, paths: Sequence[str]) -> None:
    """Remember what a cache knows about the archives at some paths."""
    entry = cache.read(_name(cache, paths))
    if entry is None or not _is_whole(entry):
        return
    for path, known in loads(memoryview(entry)[_CHECKSUM:]).items():
        remember(Archive(path, known))


def keep_archives(
    cache: DigestCache, paths: Sequence[str], archives: Sequence[Archive], now: int
) -> None:
    """Store those of the archives at some paths that could be read, if any is new to the cache."""
    settled = [each for each in archives if each.stamp[1] < now - _SETTLED]
    if all([each.is_known for each in settled]):
        return
    packed = dumps({each.path: each.known() for each in settled})
    if len(packed) <= _LARGEST:
        cache.write(_name(cache, paths), _checksum(packed) + packed)
        for each in settled:
            each.is_known = True


def _name(cache: DigestCache, paths: Sequence[str]) -> str:
    return cache.name("\0".join(paths).encode("utf-8", "surrogateescape"), "archives", _FORMAT)


def _is_whole(entry: bytes) -> bool:
    # The directory is private: damage is an accident, and a digest of so much would take longer.
    return _checksum(memoryview(entry)[_CHECKSUM:]) == entry[:_CHECKSUM]


def _checksum(packed: bytes | memoryview) -> bytes:
    return crc32(packed).to_bytes(_CHECKSUM, "little")
