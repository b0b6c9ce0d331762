"""Files made of a dictionary, for tests of what stands above.

Links are followed wherever the kernel would follow them. Permissions are kept as data and never
enforced; a path in `refused` fails with the error it is mapped to.
"""

from __future__ import annotations

import os
from errno import EEXIST, EINVAL, EISDIR, ELOOP, ENOENT, ENOTDIR, ENOTEMPTY

from duckrow.machine.files.digests import digest_bytes, time_checksum
from duckrow.machine.files.facts import DIRECTORY, FIFO, FILE, LINK, FileFacts
from duckrow.machine.files.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


MOST_LINKS = 40


class MemoryFile:
    """One file, directory or link."""

    __slots__ = (
        "attributes",
        "content",
        "context",
        "gid",
        "kind",
        "links",
        "mode",
        "mtime_ns",
        "special",
        "target",
        "uid",
    )

    def __init__(self, kind: str, mode: int, uid: int = 0, gid: int = 0) -> None:
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.content = b""
        self.target: str | None = None
        self.context: str | None = None
        self.mtime_ns = 0
        self.attributes: dict[str, bytes] = {}
        self.links = 1
        self.special = 0


class MemoryFiles(Files):
    """A tree in a dictionary; the clock rises by a second with each change."""

    __slots__ = ("clock_ns", "refused", "tree", "uid")

    def __init__(self, contents: dict[str, bytes] | None = None) -> None:
        self.tree: dict[str, MemoryFile] = {"/": MemoryFile(DIRECTORY, 0o755)}
        self.refused: dict[str, int] = {}
        self.clock_ns = 1_700_000_000_000_000_000
        self.uid = 0
        for path, content in (contents or {}).items():
            self.make_parents(path)
            self.replace(path, content)

    def make_parents(self, path: str) -> None:
        """Make every directory on the way to a path that is missing."""
        parts = path.split("/")[1:-1]
        for number in range(len(parts)):
            parent = "/" + "/".join(parts[: number + 1])
            if self.facts(parent, follow=True) is None:
                self.make_directory(parent)

    # Reading

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
            from errno import EFBIG

            raise _error(EFBIG, path)
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
            raise _error(ENOENT, path)
        if self.tree[place].kind != DIRECTORY:
            raise _error(ENOTDIR, path)
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

    # Changing

    def draft(self, path: str, *, follow: bool = False) -> MemoryDraft:
        place = self._place(path, follow=follow)
        self._check(place)
        return MemoryDraft(self, place)

    def replace(
        self,
        path: str,
        content: bytes | Iterable[bytes],
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        follow: bool = False,
    ) -> None:
        with self.draft(path, follow=follow) as draft:
            for piece in (content,) if isinstance(content, bytes) else content:
                draft.write(piece)
            draft.publish(mode, uid, gid)

    def append(self, path: str, content: bytes, mode: int = 0o600, *, follow: bool = False) -> None:
        place = self._place(path, follow=follow)
        if place not in self.tree:
            self._make(place, MemoryFile(FILE, mode), None, None)
        file = self._changed(place, follow=False)
        if file.kind in (DIRECTORY, LINK):
            raise _error(EISDIR if file.kind == DIRECTORY else ELOOP, path)
        file.content += content
        self.clock_ns += 1_000_000_000
        file.mtime_ns = self.clock_ns

    def copy(
        self,
        source: str,
        path: str,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
        before: Callable[[], object] | None = None,
    ) -> None:
        content = self.read(source)
        draft = self.draft(path)
        draft.write(content)
        if before is not None:
            before()
        draft.publish(mode, uid, gid, keeps=keeps)

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        place = self._place(path.rstrip("/") or "/")
        self._make(place, MemoryFile(DIRECTORY, mode), uid, gid)

    def make_link(
        self, path: str, target: str, uid: int | None = None, gid: int | None = None
    ) -> None:
        place = self._place(path)
        old = self.tree.get(place)
        if old is not None and old.kind != DIRECTORY:
            self._check(place)
            del self.tree[place]
        link = MemoryFile(LINK, 0o777)
        link.target = target
        self._make(place, link, uid, gid)

    def make_file(self, path: str, mode: int = 0o644) -> None:
        self._make(self._place(path), MemoryFile(FILE, mode), None, None)

    def make_hard_link(self, path: str, target: str) -> None:
        place = self._place(path)
        self._check(place)
        if place in self.tree:
            raise _error(EEXIST, path)
        file = self._node(target, follow=False)
        self._parent(place)
        file.links += 1
        self.tree[place] = file

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        file = MemoryFile(kind, mode)
        file.special = number
        self._make(self._place(path), file, None, None)

    def make_fifo(
        self, path: str, mode: int = 0o644, uid: int | None = None, gid: int | None = None
    ) -> None:
        self._make(self._place(path), MemoryFile(FIFO, mode), uid, gid)

    def rename(self, path: str, new_path: str) -> None:
        place, new_place = self._place(path), self._place(new_path)
        file = self.tree.get(place)
        if file is None:
            raise _error(ENOENT, path)
        self._check(place)
        self._check(new_place)
        if new_place == place:
            return
        if new_place.startswith(place + "/"):
            raise _error(EINVAL, path)
        if place.startswith(new_place.rstrip("/") + "/"):
            raise _error(ENOTEMPTY, path)
        self._make_way(new_place, for_directory=file.kind == DIRECTORY)
        for name in [name for name in self.tree if name == place or name.startswith(place + "/")]:
            self.tree[new_place + name[len(place) :]] = self.tree.pop(name)

    def _make_way(self, place: str, *, for_directory: bool) -> None:
        """Remove what a rename replaces, or refuse as the kernel does."""
        self._parent(place)
        old = self.tree.get(place)
        if old is None:
            return
        if for_directory != (old.kind == DIRECTORY):
            raise _error(ENOTDIR if for_directory else EISDIR, place)
        if any(name.startswith(place + "/") for name in self.tree):
            raise _error(ENOTEMPTY, place)
        del self.tree[place]

    def remove(
        self,
        path: str,
        *,
        recursive: bool = False,
        one_file_system: bool = False,  # noqa: ARG002  (there is but one)
    ) -> None:
        try:
            place = self._place(path.rstrip("/") or "/")
        except (FileNotFoundError, NotADirectoryError):
            return
        if place not in self.tree:
            return
        self._check(place)
        below = [name for name in self.tree if name.startswith(place.rstrip("/") + "/")]
        if place == "/" or (below and not recursive):
            raise _error(ENOTEMPTY, path)
        for name in [place, *below]:
            del self.tree[name]

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        file = self._changed(path, follow=follow)
        if file.kind != LINK:
            file.mode = mode

    def set_owner(
        self, path: str, uid: int | None = None, gid: int | None = None, *, follow: bool = False
    ) -> None:
        file = self._changed(path, follow=follow)
        file.uid = file.uid if uid is None else uid
        file.gid = file.gid if gid is None else gid

    def set_times(
        self,
        path: str,
        mtime_ns: int,
        *,
        atime_ns: int | None = None,  # noqa: ARG002  (nothing is ever read)
        follow: bool = False,
    ) -> None:
        self._changed(path, follow=follow).mtime_ns = mtime_ns

    def set_attribute(
        self, path: str, name: str, value: bytes | None, *, follow: bool = False
    ) -> None:
        attributes = self._changed(path, follow=follow).attributes
        if value is None:
            attributes.pop(name, None)
        else:
            attributes[name] = value

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        self._changed(path, follow=follow).context = context

    def settle(self) -> None:
        pass

    # Finding

    def _place(self, path: str, *, follow: bool = False) -> str:
        """Follow the links of the parents, and of the last name if asked."""
        if not path.startswith("/"):
            raise ValueError(f"not an absolute path: {path!r}")
        left = MOST_LINKS
        at = "/"
        waiting = _names_backwards(path)
        while waiting:
            name = waiting.pop()
            if name in (".", ".."):
                at = os.path.dirname(at) if name == ".." else at
                continue
            here = f"{at.rstrip('/')}/{name}"
            file = self.tree.get(here)
            if not waiting and not (follow and file is not None and file.kind == LINK):
                return here
            if file is None:
                raise _error(ENOENT, path)
            if file.target is not None:
                left -= 1
                if left < 0:
                    raise _error(ELOOP, path)
                at = "/" if file.target.startswith("/") else at
                waiting += _names_backwards(file.target)
            elif file.kind == DIRECTORY:
                at = here
            else:
                raise _error(ENOTDIR, path)
        return at

    def _node(self, path: str, *, follow: bool) -> MemoryFile:
        place = self._place(path, follow=follow)
        if place not in self.tree:
            raise _error(ENOENT, path)
        return self.tree[place]

    def _changed(self, path: str, *, follow: bool) -> MemoryFile:
        file = self._node(path, follow=follow)
        self._check(self._place(path, follow=follow))
        return file

    def _file(self, path: str) -> MemoryFile:
        file = self._node(path, follow=True)
        if file.kind == DIRECTORY:
            raise _error(EISDIR, path)
        return file

    def _check(self, place: str) -> None:
        if place in self.refused:
            raise _error(self.refused[place], place)

    def _make(self, place: str, file: MemoryFile, uid: int | None, gid: int | None) -> None:
        self._check(place)
        if place in self.tree:
            raise _error(EEXIST, place)
        file.uid = self.uid if uid is None else uid
        file.gid = self.uid if gid is None else gid
        self.put(place, file)

    def _parent(self, place: str) -> MemoryFile:
        parent = self.tree.get(os.path.dirname(place))
        if parent is None:
            raise _error(ENOENT, place)
        return parent

    def put(self, place: str, file: MemoryFile) -> None:
        """Place a file, its parent being there."""
        self._parent(place)
        self.clock_ns += 1_000_000_000
        file.mtime_ns = self.clock_ns
        self.tree[place] = file


class MemoryDraft:
    """A content on its way to a dictionary."""

    __slots__ = ("_content", "_files", "_place")

    def __init__(self, files: MemoryFiles, place: str) -> None:
        self._files = files
        self._place = place
        self._content = bytearray()

    def __enter__(self) -> MemoryDraft:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @property
    def path(self) -> str:
        """Give a path that says what it is; no command can read it."""
        return f"/proc/1/fd{self._place}"

    def write(self, content: bytes) -> None:
        """Add to the content."""
        self._content += content

    def publish(
        self,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        """Make it the content of the file."""
        old = self._files.tree.get(self._place)
        if old is not None and old.kind == DIRECTORY:
            raise _error(EISDIR, self._place)
        if old is not None and old.kind != FILE:
            old = None
        file = MemoryFile(FILE, 0o644, self._files.uid, self._files.uid)
        if old is not None and keeps:
            file.mode, file.uid, file.gid, file.context = old.mode, old.uid, old.gid, old.context
        file.mode = file.mode if mode is None else mode
        file.uid = file.uid if uid is None else uid
        file.gid = file.gid if gid is None else gid
        file.content = bytes(self._content)
        self._files.put(self._place, file)


def _names_backwards(path: str) -> list[str]:
    """Give the names in a path, last first; a slash at the end asks for a directory."""
    names = [name for name in path.split("/") if name]
    return [*(["."] if path.endswith("/") else []), *names[::-1]]


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)
