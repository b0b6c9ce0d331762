"""Replace several entries of a directory at once: new ones are made beside, then renamed.

1. One process at a time changes a directory: a lock on the directory itself, which leaves no file.
2. New entries are made in a directory `.duckrow-new-…` inside of it. If anything fails, that
   directory is removed and nothing else has changed.
3. Everything in it is on the disk before the first entry takes its place, and all names are on the
   disk when `publish` returns: no crash leaves a name that leads to half a module.
4. An entry is exchanged with its successor in one step where the kernel can do so. After a kill
   each entry is old or new. The next change, or `remove_left_behind`, removes what was left.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from errno import EAGAIN, EINVAL, ENOSYS, ENOTSUP
from tempfile import mkdtemp

from duckrow.machine.files.durability import sync_file_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_NEW = ".duckrow-new-"
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of the kernel


class Staging:
    """The next entries of a directory. Leaving the `with` block removes what was not published."""

    __slots__ = ("_lock", "directory", "path")

    def __init__(self, directory: str) -> None:
        """Lock a directory, which is made if it is missing. Raises BlockingIOError or OSError."""
        os.makedirs(directory, exist_ok=True)
        self.directory = directory
        self._lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for name in os.listdir(directory):
                if name.startswith(_NEW):
                    shutil.rmtree(f"{directory}/{name}")
            self.path = mkdtemp(prefix=_NEW, dir=directory)
        except BlockingIOError:
            os.close(self._lock)
            raise BlockingIOError(
                EAGAIN, "another process is installing into it", directory
            ) from None
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            shutil.rmtree(self.path, ignore_errors=True)
        finally:
            os.close(self._lock)

    def new_directory(self, name: str) -> str:
        """Make a directory in the staging directory and return its path."""
        path = f"{self.path}/{name}"
        os.mkdir(path, 0o755)
        return path

    def publish(self, entries: Mapping[str, str], stale: list[str]) -> None:
        """Put new entries into the directory, and take stale ones away.

        `entries` are paths in the staging directory by the name that each gets. If a step fails,
        the steps before it are undone.
        """
        sync_file_system(self._lock)
        done: list[tuple[str, str, bool]] = []
        away = self.new_directory(".stale")
        try:
            for name, path in entries.items():
                target = f"{self.directory}/{name}"
                had_one = os.path.lexists(target)
                if had_one:
                    _exchange(path, target)
                else:
                    os.rename(path, target)
                done.append((path, target, had_one))
            for name in stale:
                os.rename(f"{self.directory}/{name}", f"{away}/{name}")
                done.append((f"{self.directory}/{name}", f"{away}/{name}", False))
            os.fsync(self._lock)
        except BaseException:
            for path, target, had_one in reversed(done):
                if had_one:
                    _exchange(path, target)
                else:
                    os.rename(target, path)
            raise


def remove_left_behind(directory: str) -> None:
    """Remove what a killed change left in a directory, where that is possible now."""
    try:
        if any(name.startswith(_NEW) for name in os.listdir(directory)):
            with Staging(directory):
                pass  # the beginning of a change removes it
    except OSError:
        return  # such as a change that is going on, or a directory that we may not write


def _exchange(one: str, two: str) -> None:
    """Exchange two names in one step, or in three where the kernel cannot."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    rename = getattr(library, "renameat2", None)
    if rename is not None:
        if rename(_HERE, os.fsencode(one), _HERE, os.fsencode(two), _EXCHANGE) == 0:
            return
        number = ctypes.get_errno()
        if number not in (ENOSYS, EINVAL, ENOTSUP):
            raise OSError(number, os.strerror(number), two)
    between = f"{one}.old"
    os.rename(two, between)
    os.rename(one, two)
    os.rename(between, one)
