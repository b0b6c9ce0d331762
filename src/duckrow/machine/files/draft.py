"""The next content of a file, before anyone can see it.

1. The draft has no name: the kernel deletes it with the last descriptor, so `kill -9` leaves
   nothing behind. On a file system without nameless files its name is `.NAME.duckrow`, and the
   next draft for the same path removes it.
2. Owner, mode and extended attributes are set before the name appears. Those that the caller
   does not set are copied from the file that is replaced.
3. A new name needs one link. A name that exists needs a link beside it and a rename: between
   these two system calls the draft has the name of rule 1.
4. A draft that a command checks has a name beside its target meanwhile: see `name_beside`.
5. A mount point, as /etc/hosts is in containers, cannot be replaced. It is overwritten in place,
   the only change that other processes can see half done.
"""

from __future__ import annotations

import os
from errno import EBUSY, EINVAL, EISDIR, ENOENT, EOPNOTSUPP
from time import strftime

from duckrow.machine.files.attributes import copy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.durability import Durability
    from duckrow.machine.files.resolve import Place

DEFAULT_MODE = 0o644
LONGEST_NAME = 255
ATTEMPTS = 8

_NAMELESS = os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC
_NAMED = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC


class Draft:
    """A file being written. Leaving the `with` block without publishing it discards it."""

    __slots__ = ("_durability", "_name", "_place", "descriptor")

    # Whether /proc shows descriptors, as a link to a nameless file needs. Once it does, it stays.
    shows_descriptors = False

    def __init__(self, place: Place, durability: Durability) -> None:
        self._place = place
        self._durability = durability
        self._name: str | None = None  # the name beside the target, while it has one
        try:
            self.descriptor = self._open()
        except BaseException:
            place.close()
            raise

    def __enter__(self) -> Draft:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def write(self, content: bytes | memoryview) -> None:
        """Append to the content."""
        view = memoryview(content)
        while view:
            view = view[os.write(self.descriptor, view) :]

    def skip(self, count: int) -> None:
        """Append so many zero bytes, as a hole."""
        end = os.lseek(self.descriptor, count, os.SEEK_CUR)
        os.ftruncate(self.descriptor, end)

    @property
    def path(self) -> str:
        """Return a path under which another process can read the draft while it is open."""
        return f"/proc/{os.getpid()}/fd/{self.descriptor}"

    def name_beside(self) -> str:
        """Give the draft a visible name beside its target, for a command that checks it.

        A program may read other files relative to it. The name is as the reference's is.
        """
        short = os.fsencode(self._place.name)[: LONGEST_NAME - 32]
        while True:
            ending = f"{strftime('%Y%m%d')}-{os.getpid()}-{os.urandom(3).hex()}"
            name = os.fsdecode(short) + ending
            if self._name is not None:
                directory = self._place.directory
                os.rename(self._name, name, src_dir_fd=directory, dst_dir_fd=directory)
            elif not self._link(name):
                continue
            self._name = name
            return name

    def publish(
        self,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        """Make the draft the content of the file, in one step."""
        place = self._place
        # Without it nothing is copied from the old file, and the link fails if there is one.
        old = _old_file(place) if keeps else None
        try:
            device = self._set_attributes(old, mode, uid, gid)
        finally:
            if old is not None:
                os.close(old)
        self._durability.sync_file(self.descriptor)
        if self._name is None and (old is not None or not self._link(place.name)):
            self._link_beside()
        if self._name is not None:
            self._exchange()
        if not self._durability.knows(device):
            self._durability.note_directory(place.directory)
        self.discard()

    def _exchange(self) -> None:
        """Replace the existing file by the draft."""
        place = self._place
        assert self._name is not None
        try:
            os.rename(
                self._name, place.name, src_dir_fd=place.directory, dst_dir_fd=place.directory
            )
        except OSError as error:
            if error.errno != EBUSY:
                raise
            self._write_over()
            return
        self._name = None

    def _write_over(self) -> None:
        """Write the content, mode and owner of the draft into the existing file."""
        flags = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        target = os.open(self._place.name, flags, dir_fd=self._place.directory)
        try:
            mine, there = os.stat(self.descriptor), os.stat(target)
            if there.st_mode & 0o170000 != 0o100000:
                raise OSError(EBUSY, os.strerror(EBUSY), self._place.path)
            at = 0
            while at < mine.st_size:
                at += os.sendfile(target, self.descriptor, at, mine.st_size - at)
            os.ftruncate(target, mine.st_size)
            if (mine.st_uid, mine.st_gid) != (there.st_uid, there.st_gid):
                os.chown(target, mine.st_uid, mine.st_gid)
            if mine.st_mode != there.st_mode:
                os.chmod(target, mine.st_mode & 0o7777)
            self._durability.sync_file(target)
        finally:
            os.close(target)

    def discard(self) -> None:
        """Discard the draft, unless it was published."""
        if self._name is not None:
            try:  # noqa: SIM105  (contextlib is slow to import)
                os.unlink(self._name, dir_fd=self._place.directory)
            except OSError:
                pass
            self._name = None
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1
        self._place.close()

    def _open(self) -> int:
        directory = self._place.directory
        if not Draft.shows_descriptors:
            Draft.shows_descriptors = os.path.exists("/proc/self/fd")
        if Draft.shows_descriptors:
            try:
                return os.open(".", _NAMELESS, 0o600, dir_fd=directory)
            except OSError as error:
                # A directory that was removed raises ENOENT too: then the next step reports it.
                if error.errno not in (EOPNOTSUPP, EISDIR, EINVAL, ENOENT):
                    raise
        for attempt in range(ATTEMPTS):
            name = name_beside(self._place.name, attempt)
            _remove_quietly(directory, name)
            try:
                descriptor = os.open(name, _NAMED, 0o600, dir_fd=directory)
            except FileExistsError:
                continue
            self._name = name
            return descriptor
        raise FileExistsError(EINVAL, "No free name for a draft", self._place.path)

    def _set_attributes(
        self, old: int | None, mode: int | None, uid: int | None, gid: int | None
    ) -> int:
        """Set owner, attributes and mode; in this order, since each may change the next.

        Return the device.
        """
        mine = os.stat(self.descriptor)
        if old is not None:
            found = os.stat(old)
            mode = found.st_mode & 0o7777 if mode is None else mode
            uid = found.st_uid if uid is None else uid
            gid = found.st_gid if gid is None else gid
        new_uid = -1 if uid is None or uid == mine.st_uid else uid
        new_gid = -1 if gid is None or gid == mine.st_gid else gid
        if (new_uid, new_gid) != (-1, -1):
            os.chown(self.descriptor, new_uid, new_gid)
        if old is not None:
            copy_attributes(old, self.descriptor)
        mode = DEFAULT_MODE if mode is None else mode
        # The umask, or an access list of the old file, may have changed the mode.
        if old is not None or mine.st_mode & 0o7777 != mode:
            os.chmod(self.descriptor, mode)
        return mine.st_dev

    def _link(self, name: str) -> bool:
        """Link the nameless file to a name; return False if the name exists."""
        directory = self._place.directory
        try:
            # With a directory descriptor Python calls linkat, which can follow the magic link.
            os.link(
                f"/proc/self/fd/{self.descriptor}",
                name,
                src_dir_fd=directory,
                dst_dir_fd=directory,
                follow_symlinks=True,
            )
        except FileExistsError:
            return False
        return True

    def _link_beside(self) -> None:
        """Link the draft to a name beside the target, from which it is renamed."""
        directory = self._place.directory
        for attempt in range(ATTEMPTS):
            name = name_beside(self._place.name, attempt)
            if not self._link(name):
                _remove_quietly(directory, name)
                if not self._link(name):
                    continue
            self._name = name
            return
        raise FileExistsError(EINVAL, "No free name for a draft", self._place.path)


def name_beside(name: str, attempt: int = 0) -> str:
    """Return the name of a draft beside its target: always the same, so drafts do not pile up."""
    ending = ".duckrow" if attempt == 0 else f".duckrow{os.urandom(4).hex()}"
    short = os.fsencode(name)[: LONGEST_NAME - len(ending) - 1]
    return "." + os.fsdecode(short) + ending


def _old_file(place: Place) -> int | None:
    """Open the existing file, or return None if there is no regular file."""
    try:
        found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
    except FileNotFoundError:
        return None
    kind = found.st_mode & 0o170000
    if kind == 0o040000:
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), place.path)
    if kind != 0o100000:
        return None
    flags = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        return os.open(place.name, os.O_RDONLY | flags, dir_fd=place.directory)
    except PermissionError:
        return os.open(place.name, os.O_PATH | flags, dir_fd=place.directory)
    except OSError as error:
        if error.errno == ENOENT:
            return None
        raise


def _remove_quietly(directory: int, name: str) -> None:
    """Remove a draft that an earlier run left."""
    try:  # noqa: SIM105  (contextlib is slow to import)
        os.unlink(name, dir_fd=directory)
    except (FileNotFoundError, IsADirectoryError, PermissionError):
        pass
