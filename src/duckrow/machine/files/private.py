"""Files that only their owner may read, such as the state of runs and its locks.

    file = LockedFile("/var/lib/duckrow/journal")
    file.lock()
    file.append(b"...")
    file.close()                            closing releases the lock

The kernel releases a lock when its holder ends, however it ends: a lock is never stale.
"""

from __future__ import annotations

import os
from _thread import get_ident
from errno import ENOTDIR, EROFS
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
from stat import S_IMODE, S_ISDIR

from duckrow.machine.paths import make_directories

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class LockedFile:
    """An open file with a lock of the kernel; the file is created when it is missing."""

    __slots__ = ("_number", "is_read_only", "path")

    def __init__(self, path: str, *, or_read_only: bool = False) -> None:
        """Open a file; with `or_read_only`, also where the file system is read-only."""
        self.path = path
        self.is_read_only = False
        flags = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_APPEND
        try:
            self._number = os.open(path, flags | os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            if not or_read_only or error.errno != EROFS:
                raise
            self._number = os.open(path, flags | os.O_RDONLY)
            self.is_read_only = True

    def lock(self) -> None:
        """Wait for the lock and take it."""
        flock(self._number, LOCK_EX)

    def try_lock(self, *, is_shared: bool = False) -> bool:
        """Take the lock, or convert it; return False when another process holds it."""
        try:
            flock(self._number, (LOCK_SH if is_shared else LOCK_EX) | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(self) -> None:
        """Release the lock, also for processes that were forked meanwhile."""
        flock(self._number, LOCK_UN)

    def identity(self) -> tuple[int, int]:
        """Return the device and inode, which identify the file."""
        found = os.fstat(self._number)
        return found.st_dev, found.st_ino

    def size(self) -> int:
        """Return the size in bytes."""
        return os.fstat(self._number).st_size

    def read(self) -> bytes:
        """Return the whole content."""
        return os.pread(self._number, self.size(), 0)

    def append(self, content: bytes) -> int:
        """Write at the end and return the new size; an incomplete write is undone."""
        size = self.size()
        try:
            write_all(self._number, content)
        except OSError:
            os.ftruncate(self._number, size)
            raise
        return size + len(content)

    def cut(self, size: int) -> None:
        """Truncate the file to a size."""
        os.ftruncate(self._number, size)

    def sync(self) -> None:
        """Sync the content."""
        os.fdatasync(self._number)

    def close(self) -> None:
        """Close the file, which releases the lock."""
        os.close(self._number)


class ShortLock:
    """An exclusive lock on a file of its own: `with ShortLock(path):` waits for other processes."""

    __slots__ = ("_file",)

    def __init__(self, path: str) -> None:
        self._file = LockedFile(path, or_read_only=True)

    def __enter__(self) -> None:
        self._file.lock()

    def __exit__(self, *_error: object) -> None:
        self._file.close()


class NewFile:
    """A file that must not exist yet and is written piece by piece; only its owner may read it."""

    __slots__ = ("_number",)

    def __init__(self, path: str) -> None:
        self._number = os.open(path, NEW_FILE, 0o600)

    def write(self, content: bytes) -> None:
        """Write the next bytes; OSError if there is no space for them."""
        write_all(self._number, content)

    def close(self) -> None:
        """Close the file."""
        os.close(self._number)


def make_private_directory(path: str) -> None:
    """Make a directory that only its owner may enter; missing parents get the usual mode."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        make_directories(parent, 0o755)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), path) from None


def make_own_directory(path: str) -> str:
    """Make a directory that only this user may use; return why an existing one is not that."""
    make_directories(os.path.dirname(path) or ".", 0o755)
    if not os.path.lexists(path):
        os.mkdir(path, 0o700)
    found = os.lstat(path)  # a link may lead to a directory of somebody else
    if not S_ISDIR(found.st_mode):
        return "it is a link or a file"
    if found.st_uid != os.geteuid():
        return f"it belongs to the user {found.st_uid}, not to {os.geteuid()}"
    if S_IMODE(found.st_mode) != 0o700:
        return f"its mode is {S_IMODE(found.st_mode):04o}, not 0700"
    return ""


def make_private_tree(directory: str, names: tuple[str, ...]) -> None:
    """Make a directory, its parents and some subdirectories, which only the owner may enter."""
    mask = os.umask(0o077)
    try:
        os.makedirs(directory, exist_ok=True)
        for name in names:
            if not os.path.isdir(f"{directory}/{name}"):
                os.mkdir(f"{directory}/{name}")
    finally:
        os.umask(mask)


def write_all(number: int, content: bytes) -> None:
    """Write a content to an open file, to its last byte; OSError if there is no space for it."""
    done = 0
    while done < len(content):
        done += os.write(number, content[done:])


def write_new_file(path: str, content: bytes, mode: int = 0o600) -> None:
    """Write a file that must not exist yet; an incomplete one is removed."""
    number = os.open(path, NEW_FILE, mode)
    try:
        write_all(number, content)
    except OSError:
        os.unlink(path)
        raise
    finally:
        os.close(number)


def link_new_file(path: str, content: bytes, mode: int) -> None:
    """Write a file that must not exist yet; others see it only when it is complete."""
    draft = f"{path}.{os.getpid()}.{get_ident()}"
    remove(draft)  # of a process with the same number that was killed
    write_new_file(draft, content, mode)
    try:
        os.link(draft, path)
    finally:
        os.unlink(draft)


def replace_file(path: str, content: bytes, mode: int) -> None:
    """Replace a file, or a link to one, in one step; a device or a pipe is written to."""
    if os.path.exists(path) and not os.path.isfile(path):
        number = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            write_all(number, content)
        finally:
            os.close(number)
        return
    directory, name = os.path.split(path)
    draft = os.path.join(directory, f".{name}.{os.getpid()}.{get_ident()}")
    remove(draft)  # of a process with the same number that was killed
    write_new_file(draft, content, mode)
    try:
        os.rename(draft, path)
    except OSError:
        os.unlink(draft)
        raise


def replace_link(path: str, target: str) -> None:
    """Let a symbolic link lead to a target, in one step; a file in its place is replaced."""
    draft = f"{path}.{os.getpid()}.{get_ident()}"
    remove(draft)  # of a process with the same number that was killed
    os.symlink(target, draft)
    try:
        os.rename(draft, path)
    except OSError:
        os.unlink(draft)
        raise


def read_start(path: str, size: int) -> bytes:
    """Return the first bytes of a file, fewer if it is shorter; empty when it cannot be read."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(number, size)
    except OSError:
        return b""
    finally:
        os.close(number)


def size_of(path: str) -> int:
    """Return the size of a file in bytes; 0 for a missing file."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def identity_of(path: str) -> tuple[int, int] | None:
    """Return the device and inode of a file, which identify it."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def exists(path: str) -> bool:
    """Return whether a path exists, a dangling link included."""
    return os.path.lexists(path)


def rename(path: str, new_path: str) -> None:
    """Move a file within its file system."""
    os.rename(path, new_path)


def remove(path: str) -> None:
    """Remove a file, if it exists."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def reserve_space(path: str, size: int) -> None:
    """Fill a file so that the disk reserves some bytes; without space nothing happens."""
    if size_of(path) == size:
        return
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError:
        return
    try:
        os.posix_fallocate(number, 0, size)
    except OSError:
        pass  # no space is left to reserve
    finally:
        os.close(number)


def release_space(path: str) -> bool:
    """Remove a file that reserved space; return False if it did not exist."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True
