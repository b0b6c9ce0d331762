"""Changes files of this host, or of a root below one of its directories."""

from __future__ import annotations

import os
from errno import ENOTEMPTY

from duckrow.machine.errors import named
from duckrow.machine.files.durability import FILE, Durability
from duckrow.machine.files.local_reading import LocalReading
from duckrow.machine.files.pinning import pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.machine.files.draft import Draft
    from duckrow.machine.files.open_file import OpenFile
    from duckrow.machine.files.resolve import Place

PAGE = 4096

_WRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class LocalFiles(LocalReading):
    """Every change walks to its file on descriptors; see `resolve`."""

    __slots__ = ("_durability",)

    def __init__(self, root: str = "/", durability: str = FILE) -> None:
        super().__init__(root)
        self._durability = Durability(durability)

    def draft(self, path: str, *, follow: bool = False) -> Draft:
        from duckrow.machine.files.draft import Draft

        with named(path):
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
        with named(path), self.draft(path, follow=follow) as draft:
            for piece in (content,) if isinstance(content, bytes) else content:
                draft.write(piece)
            draft.publish(mode, uid, gid)

    def fill(self, path: str, content: bytes) -> bool:
        # Up to a page, readers see nothing or everything, and no signal interrupts the write.
        if len(content) > PAGE:
            return False
        descriptor = self._resolver.open(path, _WRITE, can_walk=False)
        if descriptor is None:
            return (
                False  # a link on the way, or no permission to write, which `replace` does not need
            )
        with named(path):
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

    def append(self, path: str, content: bytes, mode: int = 0o600, *, follow: bool = False) -> None:
        from duckrow.machine.files.in_place import append

        with named(path), self._resolve(path, follow=follow) as place:
            if append(place, content, mode):
                self._durability.note_directory(place.directory)

    def empty(self, path: str, *, follow: bool = False) -> None:
        from duckrow.machine.files.in_place import empty

        with named(path), self._resolve(path, follow=follow) as place:
            empty(place)

    def open(
        self, path: str, *, writes: bool = False, appends: bool = False, follow: bool = True
    ) -> OpenFile:
        from duckrow.machine.files.open_file import OpenFile

        with named(path), self._resolve(path, follow=follow) as place:
            return OpenFile(place, writes=writes, appends=appends)

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
        from duckrow.machine.files.draft import Draft

        descriptor, found = self._open(source)
        try:
            with named(path), Draft(self._resolve(path), self._durability) as draft:
                copy_content(descriptor, draft.descriptor, found.st_size)
                if before is not None:
                    before()
                draft.publish(mode, uid, gid, keeps=keeps)
        finally:
            os.close(descriptor)

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        with named(path), self._resolve(path.rstrip("/") or "/") as place:
            # No other user can enter the directory before it has its owner and mode.
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
        with named(path), self._resolve(path) as place:
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
        descriptor = self._resolver.open(path, _MAKE, 0o600)
        with named(path):
            if descriptor is None:
                with self._resolve(path) as place:
                    descriptor = os.open(place.name, _MAKE, 0o600, dir_fd=place.directory)
            try:
                if mode != 0o600:
                    os.chmod(descriptor, mode)
                is_noted = self._durability.knows(os.stat(descriptor).st_dev)
            finally:
                os.close(descriptor)
            if not is_noted:
                with self._resolve(path) as place:
                    self._durability.note_directory(place.directory)

    def make_hard_link(self, path: str, target: str) -> None:
        from duckrow.machine.files.making import make_hard_link

        with named(path), self._resolve(path) as place, self._resolve(target) as other:
            make_hard_link(place, other)
            self._durability.note_directory(place.directory)

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        from duckrow.machine.files.making import make_special

        with named(path), self._resolve(path) as place:
            make_special(place, kind, mode, number)
            self._durability.note_directory(place.directory)

    def make_fifo(
        self, path: str, mode: int = 0o644, uid: int | None = None, gid: int | None = None
    ) -> None:
        with named(path), self._resolve(path) as place:
            os.mkfifo(place.name, 0o600, dir_fd=place.directory)
        self.set_owner(path, uid, gid)
        self.set_mode(path, mode)

    def rename(self, path: str, new_path: str) -> None:
        self._resolver.close_directories(keeps_others=True)  # it may be one of them
        with (
            named(path),
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
        self._resolver.close_directories(keeps_others=True)  # it may be one of them
        try:
            place = self._resolve(path.rstrip("/") or "/")
        except (FileNotFoundError, NotADirectoryError):
            return
        with named(path), place:
            if place.name == ".":
                raise OSError(ENOTEMPTY, "Refusing to remove a root directory", path)
            try:
                _remove(place, recursive=recursive, one_file_system=one_file_system)
            except FileNotFoundError:
                return
            self._durability.note_directory(place.directory)

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        with named(path), self._resolve(path, follow=follow) as place:
            descriptor = pin(place)
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
        with named(path), self._resolve(path, follow=follow) as place:
            descriptor = pin(place)
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
        with named(path), self._resolve(path, follow=follow) as place:
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

        with named(path), self._resolve(path, follow=follow) as place:
            write_attribute(place, name, value)

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        from duckrow.machine.files.attributes import write_context

        with named(path), self._resolve(path, follow=follow) as place:
            descriptor = pin(place)
            try:
                write_context(f"/proc/self/fd/{descriptor}", context)
            finally:
                os.close(descriptor)

    def keep_directories(self) -> None:
        self._resolver.keep_directories()

    def close_directories(self) -> None:
        self._resolver.close_directories()

    def settle(self) -> None:
        self._durability.settle()


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
