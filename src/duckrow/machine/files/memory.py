"""Files made of a dictionary, for tests.

Permissions are stored and never enforced; a path in `failing` fails with the error it is mapped to.
"""

from __future__ import annotations

from errno import EEXIST, EINVAL, EISDIR, ELOOP, ENOENT, ENOTDIR, ENOTEMPTY

from duckrow.machine.files.facts import DIRECTORY, FIFO, FILE, LINK
from duckrow.machine.files.memory_draft import MemoryDraft
from duckrow.machine.files.memory_open_file import MemoryOpenFile
from duckrow.machine.files.memory_reading import MemoryReading
from duckrow.machine.files.memory_tree import MemoryFile, error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class MemoryFiles(MemoryReading):
    """A tree in a dictionary: its changes."""

    __slots__ = ()

    def __init__(self, contents: dict[str, bytes] | None = None) -> None:
        super().__init__()
        for path, content in (contents or {}).items():
            self.make_parents(path)
            self.replace(path, content)

    def make_parents(self, path: str) -> None:
        """Make the missing directories on the way to a path."""
        parts = path.split("/")[1:-1]
        for number in range(len(parts)):
            parent = "/" + "/".join(parts[: number + 1])
            if self.facts(parent, follow=True) is None:
                self.make_directory(parent)

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
        self._written(place, path).content += content

    def empty(self, path: str, *, follow: bool = False) -> None:
        self._written(self._place(path, follow=follow), path).content = b""

    def open(
        self,
        path: str,
        *,
        writes: bool = False,
        appends: bool = False,
        follow: bool = True,
    ) -> MemoryOpenFile:
        if writes:
            return MemoryOpenFile(self._written(self._place(path, follow=follow), path), appends)
        return MemoryOpenFile(self._node(path, follow=follow), appends)

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
            raise error(EEXIST, path)
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
            raise error(ENOENT, path)
        self._check(place)
        self._check(new_place)
        if new_place == place:
            return
        if new_place.startswith(place + "/"):
            raise error(EINVAL, path)
        if place.startswith(new_place.rstrip("/") + "/"):
            raise error(ENOTEMPTY, path)
        self._make_way(new_place, for_directory=file.kind == DIRECTORY)
        for name in [name for name in self.tree if name == place or name.startswith(place + "/")]:
            self.tree[new_place + name[len(place) :]] = self.tree.pop(name)

    def _make_way(self, place: str, *, for_directory: bool) -> None:
        """Remove the file that a rename replaces, or fail as the kernel does."""
        self._parent(place)
        old = self.tree.get(place)
        if old is None:
            return
        if for_directory != (old.kind == DIRECTORY):
            raise error(ENOTDIR if for_directory else EISDIR, place)
        if any(name.startswith(place + "/") for name in self.tree):
            raise error(ENOTEMPTY, place)
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
            raise error(ENOTEMPTY, path)
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

    def _written(self, place: str, path: str) -> MemoryFile:
        """Return a file whose content changes in place."""
        file = self._changed(place, follow=False)
        if file.kind in (DIRECTORY, LINK):
            raise error(EISDIR if file.kind == DIRECTORY else ELOOP, path)
        self.touch(file)
        return file

    def _changed(self, path: str, *, follow: bool) -> MemoryFile:
        file = self._node(path, follow=follow)
        self._check(self._place(path, follow=follow))
        return file

    def _make(self, place: str, file: MemoryFile, uid: int | None, gid: int | None) -> None:
        self._check(place)
        if place in self.tree:
            raise error(EEXIST, place)
        file.uid = self.uid if uid is None else uid
        file.gid = self.uid if gid is None else gid
        self.put(place, file)
