"""The archives of a module path together: what a cache directory knows of them, and one search.

Most questions go to all packages on a module path, and most packages have nothing to do with them:
one search of all lists is quicker than a question to each archive.

One entry of a cache is for all the archives: their stamps and their lists. It is read at once. An
archive counts as known while its file has the stamp of the entry; it is opened when a member is
read, and what is read is checked as ever.
"""

from __future__ import annotations

from binascii import crc32
from itertools import accumulate
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


class JoinedLists:
    """The lists of some archives, one behind the other."""

    __slots__ = ("_archives", "_below", "_ends", "_text", "paths")

    def __init__(self, archives: Sequence[Archive]) -> None:
        lists = [each.list for each in archives]
        self._archives = archives
        self._text = b"".join(lists)
        self._ends = list(accumulate(map(len, lists)))
        self._below: dict[str, JoinedLists] = {}  # of those that may have a directory
        self.paths = frozenset([each.path for each in archives])

    def that_may_have(self, name: str) -> list[Archive]:
        """Return the archives whose lists have a name somewhere, maybe inside another name."""
        found = []
        text, written = self._text, name.encode()
        position = text.find(written)
        for archive, end in zip(self._archives, self._ends, strict=True):
            if position < 0:
                break
            if position < end:
                found.append(archive)
                position = text.find(written, end)
        return found

    def lacking(self, name: str) -> frozenset[str]:
        """Return the paths of the archives that surely lack a name."""
        directory = name[: name.rfind("/") + 1]
        likely = self._below.get(directory)
        if likely is None:
            likely = JoinedLists(self.that_may_have(directory)) if directory else self
            self._below[directory] = likely
        having = likely.that_may_have(name)
        return self.paths.difference([each.path for each in having]) if having else self.paths


def recall_archives(cache: DigestCache, paths: Sequence[str]) -> None:
    """Remember what a cache knows about the archives at some paths."""
    entry = cache.read(_name(cache, paths))
    if entry is None or not _is_whole(entry):
        return
    kept = loads(memoryview(entry)[_CHECKSUM:])  # noqa: S302  (written by this user's duckrow)
    for path, known in kept.items():
        remember(Archive(path, known))


def keep_archives(
    cache: DigestCache, paths: Sequence[str], archives: Sequence[Archive], now: int
) -> None:
    """Store those of the archives at some paths that could be read, if any is new to the cache."""
    settled = [each for each in archives if each.stamp[1] < now - _SETTLED]
    if all(each.is_known for each in settled):
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
