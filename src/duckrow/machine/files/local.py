"""Files of this host, or of a root below a directory of it."""

from __future__ import annotations

import os
from errno import EFBIG, EINVAL, ENOTEMPTY

from duckrow.machine.errors import UnsafePath
from duckrow.machine.files.durability import FILE, Durability
from duckrow.machine.files.facts import FileFacts, facts_of
from duckrow.machine.files.fast import Resolver
from duckrow.machine.files.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from duckrow.machine.files.draft import Draft
    from duckrow.machine.files.resolve import Place

PIECE = 1024 * 1024
FIRST_PIECE = 16 * 1024
PAGE = 4096

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NULL_DEVICE = os.makedev(1, 3)


class LocalFiles(Files):
    """Every change walks to its file on descriptors; see `resolve`."""

    __slots__ = ("_digests", "_durability", "_is_host", "_resolve", "root")

    def __init__(self, root: str = "/", durability: str = FILE) -> None:
        self.root = os.path.realpath(root)
        self._is_host = self.root == "/"
        self._resolve = Resolver(self.root).resolve
        self._durability = Durability(durability)
        self._digests: dict[tuple[object, ...], str] = {}

    # Reading

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        try:
            if self._is_host:
                found = os.stat(path) if follow else os.lstat(path)
                is_link = found.st_mode & 0o170000 == 0o120000
                return facts_of(found, os.readlink(path) if is_link else None)
            with self._resolve(path, follow=follow) as place:
                found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
                is_link = found.st_mode & 0o170000 == 0o120000
                text = os.readlink(place.name, dir_fd=place.directory) if is_link else None
                return facts_of(found, text)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: str, limit: int | None = None) -> bytes:
        descriptor = self._open(path)
        try:
            # Most files are small: the first piece is all, and the next is empty.
            pieces = [os.read(descriptor, FIRST_PIECE)]
            size = len(pieces[0])
            while pieces[-1] and (limit is None or size <= limit):
                pieces.append(os.read(descriptor, PIECE))
                size += len(pieces[-1])
        finally:
            os.close(descriptor)
        if limit is not None and size > limit:
            raise OSError(EFBIG, os.strerror(EFBIG), path)
        return pieces[0] if len(pieces) == 2 else b"".join(pieces)

    def pieces(self, path: str) -> Iterator[bytes]:
        descriptor = self._open(path)
        try:
            while piece := os.read(descriptor, PIECE):
                yield piece
        finally:
            os.close(descriptor)

    def digest(self, path: str, kind: str = "sha256") -> str:
        from duckrow.machine.files.digests import digest_open_file, time_checksum

        if kind in ("mtime", "ctime"):
            facts = self.facts(path, follow=True)
            if facts is None:
                from errno import ENOENT

                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
            return time_checksum(facts, kind)
        descriptor = self._open(path)
        try:
            key = _version_of(os.stat(descriptor), kind)
            known = self._digests.get(key)
            if known is None:
                known = digest_open_file(descriptor, kind)
                # What changed while it was read has another version by now.
                if _version_of(os.stat(descriptor), kind) == key:
                    self._digests[key] = known
            return known
        finally:
            os.close(descriptor)

    def names(self, path: str) -> list[str]:
        with self._resolve(path, follow=True) as place:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(place.name, flags, dir_fd=place.directory)
            try:
                return sorted(os.listdir(descriptor), key=os.fsencode)
            finally:
                os.close(descriptor)

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,
    ) -> Iterator[tuple[str, FileFacts]]:
        from duckrow.machine.files.tree import walk

        with self._resolve(path, follow=True) as place:
            yield from walk(
                place.directory, place.name, limit, is_wanted, one_file_system=one_file_system
            )

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        from duckrow.machine.files.making import read_attributes

        with _named(path), self._resolve(path, follow=follow) as place:
            return read_attributes(place)

    def context(self, path: str) -> str | None:
        from duckrow.machine.files.attributes import read_context

        with self._resolve(path) as place:
            return read_context(f"/proc/self/fd/{place.directory}/{place.name}")

    def on_host(self, path: str) -> str:
        return path if self._is_host else self.root + path

    # Changing

    def draft(self, path: str, *, follow: bool = False) -> Draft:
        from duckrow.machine.files.draft import Draft

        with _named(path):
            return Draft(self._resolve(path, follow=follow), self._durability)

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
        with _named(path), self.draft(path, follow=follow) as draft:
            for piece in (content,) if isinstance(content, bytes) else content:
                draft.write(piece)
            draft.publish(mode, uid, gid)

    def fill(self, path: str, content: bytes) -> bool:
        # Up to a page, readers see nothing or all of it, and no signal comes in between.
        if len(content) > PAGE:
            return False
        with _named(path), self._resolve(path) as place:
            try:
                descriptor = os.open(place.name, _WRITE, dir_fd=place.directory)
            except OSError:
                return False  # `replace` needs no right to write to the old file
            try:
                found = os.stat(descriptor)
                if found.st_size or found.st_nlink != 1 or found.st_mode & 0o176000 != 0o100000:
                    return False
                if os.write(descriptor, content) != len(content):
                    os.ftruncate(descriptor, 0)
                    return False
                self._durability.sync_file(descriptor)
            finally:
                os.close(descriptor)
        return True

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
        from duckrow.machine.files.copy import copy_content

        descriptor = self._open(source)
        try:
            with _named(path), self.draft(path) as draft:
                copy_content(descriptor, draft.descriptor)
                if before is not None:
                    before()
                draft.publish(mode, uid, gid, keeps=keeps)
        finally:
            os.close(descriptor)

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        with _named(path), self._resolve(path.rstrip("/") or "/") as place:
            # Nobody else gets in before it has its owner and mode.
            os.mkdir(place.name, 0o700, dir_fd=place.directory)
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(place.name, flags, dir_fd=place.directory)
            try:
                if uid is not None or gid is not None:
                    os.chown(descriptor, _number(uid), _number(gid))
                os.chmod(descriptor, mode)
            finally:
                os.close(descriptor)
            self._durability.note_directory(place.directory)

    def make_link(
        self, path: str, target: str, uid: int | None = None, gid: int | None = None
    ) -> None:
        with _named(path), self._resolve(path) as place:
            at = place.directory
            owner = (_number(uid), _number(gid))
            try:
                _make_link(at, place.name, target, owner)
            except FileExistsError:
                from duckrow.machine.files.draft import name_beside

                found = os.stat(place.name, dir_fd=at, follow_symlinks=False)
                if found.st_mode & 0o170000 == 0o040000:
                    raise
                beside = name_beside(place.name)
                _unlink_quietly(at, beside)
                try:
                    _make_link(at, beside, target, owner)
                    os.rename(beside, place.name, src_dir_fd=at, dst_dir_fd=at)
                except BaseException:
                    _unlink_quietly(at, beside)
                    raise
            self._durability.note_directory(at)

    def make_file(self, path: str, mode: int = 0o644) -> None:
        from duckrow.machine.files.making import make_empty

        with _named(path), self._resolve(path) as place:
            make_empty(place, mode)
            self._durability.note_directory(place.directory)

    def make_hard_link(self, path: str, target: str) -> None:
        from duckrow.machine.files.making import make_hard_link

        with _named(path), self._resolve(path) as place, self._resolve(target) as other:
            make_hard_link(place, other)
            self._durability.note_directory(place.directory)

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        from duckrow.machine.files.making import make_special

        with _named(path), self._resolve(path) as place:
            make_special(place, kind, mode, number)
            self._durability.note_directory(place.directory)

    def make_fifo(
        self, path: str, mode: int = 0o644, uid: int | None = None, gid: int | None = None
    ) -> None:
        with _named(path), self._resolve(path) as place:
            os.mkfifo(place.name, 0o600, dir_fd=place.directory)
        self.set_owner(path, uid, gid)
        self.set_mode(path, mode)

    def rename(self, path: str, new_path: str) -> None:
        with (
            _named(path),
            self._resolve(path) as place,
            self._resolve(new_path) as new_place,
        ):
            os.rename(
                place.name,
                new_place.name,
                src_dir_fd=place.directory,
                dst_dir_fd=new_place.directory,
            )
            self._durability.note_directory(place.directory)
            self._durability.note_directory(new_place.directory)

    def remove(self, path: str, *, recursive: bool = False, one_file_system: bool = False) -> None:
        try:
            place = self._resolve(path.rstrip("/") or "/")
        except (FileNotFoundError, NotADirectoryError):
            return
        with _named(path), place:
            if place.name == ".":
                raise OSError(ENOTEMPTY, "Refusing to remove a root directory", path)
            try:
                _remove(place, recursive=recursive, one_file_system=one_file_system)
            except FileNotFoundError:
                return
            self._durability.note_directory(place.directory)

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        with _named(path), self._resolve(path, follow=follow) as place:
            descriptor = _pin(place)
            try:
                if os.stat(descriptor).st_mode & 0o170000 != 0o120000:
                    os.chmod(f"/proc/self/fd/{descriptor}", mode)
            finally:
                os.close(descriptor)

    def set_owner(
        self, path: str, uid: int | None = None, gid: int | None = None, *, follow: bool = False
    ) -> None:
        if uid is None and gid is None:
            return
        with _named(path), self._resolve(path, follow=follow) as place:
            descriptor = _pin(place)
            try:
                if os.stat(descriptor).st_mode & 0o170000 == 0o120000:
                    os.chown(
                        place.name,
                        _number(uid),
                        _number(gid),
                        dir_fd=place.directory,
                        follow_symlinks=False,
                    )
                else:
                    os.chown(f"/proc/self/fd/{descriptor}", _number(uid), _number(gid))
            finally:
                os.close(descriptor)

    def set_times(
        self, path: str, mtime_ns: int, *, atime_ns: int | None = None, follow: bool = False
    ) -> None:
        with _named(path), self._resolve(path, follow=follow) as place:
            os.utime(
                place.name,
                ns=(mtime_ns if atime_ns is None else atime_ns, mtime_ns),
                dir_fd=place.directory,
                follow_symlinks=False,
            )

    def set_attribute(
        self, path: str, name: str, value: bytes | None, *, follow: bool = False
    ) -> None:
        from duckrow.machine.files.making import write_attribute

        with _named(path), self._resolve(path, follow=follow) as place:
            write_attribute(place, name, value)

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        from duckrow.machine.files.attributes import write_context

        with _named(path), self._resolve(path, follow=follow) as place:
            descriptor = _pin(place)
            try:
                write_context(f"/proc/self/fd/{descriptor}", context)
            finally:
                os.close(descriptor)

    def settle(self) -> None:
        self._durability.settle()

    def _open(self, path: str) -> int:
        """Open a file to read it, never a pipe or device that could keep us waiting."""
        with _named(path), self._resolve(path, follow=True) as place:
            descriptor = os.open(place.name, _READ, dir_fd=place.directory)
        found = os.stat(descriptor)
        kind = found.st_mode & 0o170000
        if kind == 0o100000 or (kind == 0o020000 and found.st_rdev == _NULL_DEVICE):
            return descriptor
        os.close(descriptor)
        if kind == 0o040000:
            from errno import EISDIR

            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
        raise OSError(EINVAL, "Not a regular file", path)


class _named:  # noqa: N801  (used as a verb of `with`)
    """Errors of descriptors name only the last part, or nothing; people need the path."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            error.filename = self.path
            error.filename2 = None


def _pin(place: Place) -> int:
    """Hold on to a file whose attributes will change.

    A second name for someone else's file, in a directory that is not root's, could have been made
    to have us give that file away.
    """
    flags = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(place.name, flags, dir_fd=place.directory)
    found = os.stat(descriptor)
    if found.st_nlink > 1 and found.st_mode & 0o170000 == 0o100000:
        owner = os.stat(place.directory).st_uid
        if owner not in (0, os.geteuid(), found.st_uid):
            os.close(descriptor)
            raise UnsafePath(
                f"Refusing to change a file with several names in a directory of user {owner}",
                place.path,
            )
    return descriptor


def _remove(place: Place, *, recursive: bool, one_file_system: bool) -> None:
    found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
    if found.st_mode & 0o170000 != 0o040000:
        os.unlink(place.name, dir_fd=place.directory)
    elif recursive:
        from duckrow.machine.files.tree import remove_tree

        remove_tree(place.directory, place.name, one_file_system=one_file_system)
    else:
        os.rmdir(place.name, dir_fd=place.directory)


def _make_link(directory: int, name: str, target: str, owner: tuple[int, int]) -> None:
    os.symlink(target, name, dir_fd=directory)
    if owner != (-1, -1):
        os.chown(name, *owner, dir_fd=directory, follow_symlinks=False)


def _unlink_quietly(directory: int, name: str) -> None:
    try:  # noqa: SIM105  (contextlib is slow to import)
        os.unlink(name, dir_fd=directory)
    except OSError:
        pass


def _number(identity: int | None) -> int:
    return -1 if identity is None else identity


def _version_of(found: os.stat_result, kind: str) -> tuple[object, ...]:
    return kind, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
