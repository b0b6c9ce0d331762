"""Reads files in memory."""

from __future__ import annotations

import os
from errno import EFBIG, ENOENT, ENOTDIR

from duckrow.machine.files.digests import digest_bytes, time_checksum
from duckrow.machine.files.facts import DIRECTORY, FileFacts
from duckrow.machine.files.memory_tree import MemoryTree, error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class MemoryReading(MemoryTree):
    """The half of `MemoryFiles` that changes nothing."""

    __slots__ = ()

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        try:
            place = self._place(path, follow=follow)
        except (FileNotFoundError, NotADirectoryError):
            return None
        file = self.tree.get(place)
        if file is None:
            return None
        size = len(os.fsencode(file.target)) if file.target is not None else len(file.content)
        return FileFacts(
            file.kind,
            file.mode,
            file.uid,
            file.gid,
            size,
            file.mtime_ns,
            file.mtime_ns,
            target=file.target,
            inode=id(file),
            links=file.links,
            special=file.special,
        )

    def read(self, path: str, limit: int | None = None) -> bytes:
        content = self._file(path).content
        if limit is not None and len(content) > limit:
            raise error(EFBIG, path)
        return content

    def pieces(self, path: str) -> Iterator[bytes]:
        yield self.read(path)

    def digest(self, path: str, kind: str = "sha256") -> str:
        content = self.read(path)
        if kind in ("mtime", "ctime"):
            facts = self.facts(path, follow=True)
            assert facts is not None
            return time_checksum(facts, kind)
        return digest_bytes(content, kind)

    def names(self, path: str) -> list[str]:
        place = self._place(path, follow=True)
        if place not in self.tree:
            raise error(ENOENT, path)
        if self.tree[place].kind != DIRECTORY:
            raise error(ENOTDIR, path)
        inside = place.rstrip("/") + "/"
        found = [
            name[len(inside) :]
            for name in self.tree
            if name.startswith(inside) and name != "/" and "/" not in name[len(inside) :]
        ]
        return sorted(found, key=os.fsencode)

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,  # noqa: ARG002  (there is but one)
    ) -> Iterator[tuple[str, FileFacts]]:
        yield from self._walk(self._place(path, follow=True), "", limit, is_wanted)

    def _walk(
        self,
        top: str,
        relative: str,
        limit: int | None,
        is_wanted: Callable[[str, FileFacts], bool] | None,
    ) -> Iterator[tuple[str, FileFacts]]:
        here = f"{top}/{relative}" if relative else top
        for name in self.names(here):
            path = f"{relative}/{name}" if relative else name
            facts = self.facts(f"{top.rstrip('/')}/{path}")
            if facts is None or (is_wanted is not None and not is_wanted(path, facts)):
                continue
            yield path, facts
            if facts.is_directory and (limit is None or path.count("/") + 1 < limit):
                yield from self._walk(top, path, limit, is_wanted)

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        return dict(self._node(path, follow=follow).attributes)

    def context(self, path: str) -> str | None:
        return self._node(path, follow=False).context

    def on_host(self, path: str) -> str:
        return path
