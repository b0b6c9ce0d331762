"""Catalogs that cannot have changed: served again without a compile.

A catalog is kept with the questions of its compile. It is served while the request is the same and
every question has the same answer; the files are looked at for each request, except for as long as
the setting environment_timeout says that files do not change. Only the UUID is new.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from sys import intern
from time import monotonic

from orjson import dumps

from duckrow.puppet.world import World, digest_of_answer
from duckrow.server.catalogs.tolerant_json import to_json
from duckrow.server.environments.environments import UNLIMITED
from duckrow.server.store.storing import ToStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.world import Stamp, Store

    Files = dict[str, Stamp | None]

MOST_BYTES = 64 * 1024 * 1024
_UUID = b'"catalog_uuid":"'
_UUID_SIZE = 36
MANY_FILES = 300  # a look at them takes milliseconds
LARGE = 1 << 16  # bytes that take milliseconds to pack, to unpack or to digest
_SMALL = 2048  # bytes that are not worth packing
_FILE = 350  # bytes in memory of a path and its stamp, besides the characters of the path
_TIMES = 4  # how much larger small values are in memory than in JSON


class Kept:
    """A catalog in two halves around its UUID, and the questions that it answers."""

    __slots__ = (
        "_digest",
        "_facts",
        "_first",
        "_is_packed",
        "_reply",
        "_rest",
        "_stored",
        "base",
        "base_hash",
        "files",
        "fixed_until",
        "generation",
        "has_all_facts",
        "job",
        "logs",
        "names",
        "others",
        "size",
    )

    def __init__(
        self,
        job: bytes,
        facts: Mapping[str, object],
        reply: Mapping[str, Any],
        catalog: bytes,
        stored: bytes = b"",
        digest: bytes = b"",
    ) -> None:
        self.job = _fitting(job)
        self._reply = {name: reply[name] for name in ("version", "inputs") if name in reply}
        self._stored = _fitting(zlib.compress(stored, 1))  # what a store gets; empty without one
        self._digest = digest  # of `stored`
        self.logs: list[tuple[str, str]] = reply["logs"]
        self.base: Files = reply["base_files"]
        self.base_hash = hash(tuple(self.base.items()))
        self.files = as_stamps(reply["more_files"])
        self.others: list[tuple[str, list[Any], Any]] = reply["others"]
        seconds: float | None = reply["fixed_seconds"]  # None: until a deploy
        self.fixed_until = UNLIMITED if seconds is None else monotonic() + seconds
        self.generation: int = reply["generation"]
        self.has_all_facts: bool = reply["has_all_facts"]
        self.names: list[str] = [intern(name) for name in reply["fact_names"]]
        self._facts = _fitting(self._answers(facts))
        start = catalog.index(_UUID) + len(_UUID)
        self._first, rest = catalog[:start], catalog[start + _UUID_SIZE :]
        self._is_packed = len(rest) > _SMALL
        self._rest = _fitting(zlib.compress(rest, 1)) if self._is_packed else rest
        self.size = len(self._rest) + len(self._first) + len(self._facts) + len(job) + 500
        self.size += len(self._stored) + _TIMES * len(to_json(self._reply))
        self.size += _size_of(self.files)  # the base counts once for all catalogs that share it
        self.size += _TIMES * len(to_json([self.logs, self.others, self.names]))

    def _answers(self, facts: Mapping[str, object]) -> bytes:
        """Return the values of the facts that were read: 1, 1.0 and true are different."""
        if self.has_all_facts:
            return dumps(facts)
        # A fact that is null is not one that is missing.
        return dumps([[facts[name]] if name in facts else [] for name in self.names])

    def is_for(self, job: bytes, facts: Mapping[str, object]) -> bool:
        """Return whether a request is the same, as far as the compile has looked at it."""
        return job == self.job and self._answers(facts) == self._facts

    def takes_time(self) -> bool:
        """Return whether questions take their time: to a command, a store, or of many files."""
        if len(self.files) + len(self.base) > MANY_FILES and monotonic() >= self.fixed_until:
            return True
        return any(question in ("run", "ask_store") for question, _, _ in self.others)

    def is_same_world(self, world: World, generation: int) -> bool:
        """Return whether files and host answer as they did."""
        for question, about, answer in self.others:
            if _ask(world, question, about) != answer:
                return False
        if generation == self.generation and monotonic() < self.fixed_until:
            return True
        if not (_are_same(self.files, world) and _are_same(self.base, world)):
            return False
        self.generation = generation  # which has read the same files
        return True

    def is_large(self) -> bool:
        """Return whether it takes time to unpack the catalog."""
        return self._is_packed and len(self._rest) > LARGE

    def content(self, uuid: str) -> bytes:
        """Return the catalog with a UUID of its own."""
        rest = zlib.decompress(self._rest) if self._is_packed else self._rest
        return b"".join((self._first, uuid.encode(), rest))

    def to_store(self, uuid: str) -> ToStore:
        """Return what a store gets of the catalog."""
        return ToStore(lambda: zlib.decompress(self._stored), self._digest, uuid, self._reply)


class _Base:
    """Files that several catalogs depend on, and how many do."""

    __slots__ = ("count", "files", "size")

    def __init__(self, files: Files) -> None:
        self.files = files
        self.size = _size_of(files)
        self.count = 0


class UnchangedCatalogs:
    """The kept catalogs of nodes, the last used ones, up to a limit in bytes."""

    __slots__ = ("_bases", "_kept", "_most", "_world", "hits", "misses", "reasons", "size")

    def __init__(
        self, most: int = MOST_BYTES, find_store: Callable[[], Store] | None = None
    ) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._bases: dict[int, _Base] = {}  # by the hash of their content
        self._most = most
        self.size = 0  # in bytes
        self._world = World()
        self._world.find_store = find_store
        self.hits = 0
        self.misses = 0
        self.reasons: dict[str, int] = {}  # why catalogs were not kept

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, node: str, job: bytes, facts: Mapping[str, object]) -> Kept | None:
        """Return the kept catalog of a node if the request is the same; files are to be checked."""
        kept = self._kept.get(node)
        if kept is None or not kept.is_for(job, facts):
            return None
        self._kept.move_to_end(node)
        return kept

    def check(self, kept: Kept, generation: int) -> bool:
        """Return whether files and host still answer as they did."""
        return kept.is_same_world(self._world, generation)

    def keep(
        self,
        node: str,
        job: bytes,
        facts: Mapping[str, object],
        reply: Mapping[str, Any],
        catalog: bytes,
        stored: bytes = b"",
        digest: bytes = b"",
    ) -> None:
        """Keep a catalog that was compiled, if its questions can be asked again."""
        if self.can_keep(node, reply, catalog):
            self.add(node, Kept(job, facts, reply, catalog, stored, digest))

    def can_keep(self, node: str, reply: Mapping[str, Any], catalog: bytes) -> bool:
        """Forget the old catalog of a node; return whether the new one can be kept."""
        self._drop(node)
        reason = reply.get("reason", "")
        if reason or reply.get("base_files") is None or _UUID not in catalog[:100_000]:
            self.reasons[reason or "other"] = self.reasons.get(reason or "other", 0) + 1
            return False
        return True

    def add(self, node: str, kept: Kept) -> None:
        """Keep the catalog of a node, unless it is too large."""
        self._drop(node)  # one that came while this one was packed
        base = self._share(kept)
        if kept.size + base.size > self._most // 4:
            self.reasons["size"] = self.reasons.get("size", 0) + 1
            return
        self._kept[node] = kept
        self.size += kept.size
        if not base.count:
            self._bases[kept.base_hash] = base
            self.size += base.size
        base.count += 1
        while self.size > self._most:
            self._drop(next(iter(self._kept)))

    def _share(self, kept: Kept) -> _Base:
        """Let a catalog use the base of others if it has the same content."""
        while (base := self._bases.get(kept.base_hash)) is not None:
            if base.files == kept.base:
                kept.base = base.files
                return base
            kept.base_hash += 1  # another content with the same hash
        return _Base(kept.base)

    def _drop(self, node: str) -> None:
        old = self._kept.pop(node, None)
        if old is None:
            return
        self.size -= old.size
        base = self._bases[old.base_hash]
        base.count -= 1
        if not base.count:
            del self._bases[old.base_hash]
            self.size -= base.size


def _fitting(value: bytes) -> bytes:
    """Return bytes in memory of their size: those of a library may keep a whole buffer."""
    return bytes(memoryview(value))


def _size_of(files: Files) -> int:
    """Return about how many bytes files and their stamps take in memory."""
    return sum(map(len, files)) + _FILE * len(files)


def _are_same(files: Files, world: World) -> bool:
    return world.stamps(list(files)) == list(files.values())


def as_stamps(files: Mapping[str, list[int] | None]) -> Files:
    """Return stamps that came as JSON."""
    return {path: None if found is None else tuple(found) for path, found in files.items()}


def _ask(world: World, question: str, about: list[Any]) -> object:
    try:
        answer = getattr(world, question)(*about)
    except (OSError, ValueError):
        return None
    if question == "run":
        code, output = answer
        return [code, output.decode("latin-1")]
    return digest_of_answer(answer) if question == "ask_store" else answer
