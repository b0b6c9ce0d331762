"""When written files are synced, to be safe from a power cut.

    FILE    each file is synced before its name appears; directories are synced once, at the end
    RUN     every file system that was changed is synced at the end of the run
    MANY    FILE for the first few files of a run, RUN for all that follow
    NONE    never, for scratch roots

With FILE, no name ever leads to content that is not on the disk. RUN is several times faster for
thousands of small files, and relies on the file system to write data before names, as ext4, btrfs
and XFS do when a file is replaced. To sync a file system may mean to wait for the writes of other
processes; MANY avoids that for runs that change little.
"""

from __future__ import annotations

import os

FILE, RUN, MANY, NONE = "file", "run", "many", "none"
_FEW = 16


class Durability:
    """The directories and file systems that still have to be synced."""

    __slots__ = ("_directories", "_files", "level")

    def __init__(self, level: str = FILE) -> None:
        self.level = level
        self._directories: dict[tuple[int, int], int] = {}
        # How many files were synced one by one; counted for MANY.
        self._files = 0

    def sync_file(self, descriptor: int) -> None:
        """Sync a file before it gets its name."""
        if self.level == MANY:
            self._files += 1
            if self._files > _FEW:
                self.settle()
                self.level = RUN
        if self.level in (FILE, MANY):
            os.fsync(descriptor)

    def knows(self, device: int) -> bool:
        """Return whether a device is already noted, so that its directories need no note."""
        return self.level == NONE or (self.level == RUN and (device, 0) in self._directories)

    def note_directory(self, directory: int) -> None:
        """Note that names in a directory changed."""
        if self.level == NONE:
            return
        found = os.stat(directory)
        key = (found.st_dev, 0 if self.level == RUN else found.st_ino)
        if key in self._directories:
            return
        if len(self._directories) >= 256:
            self.settle()
        try:
            opened = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=directory)
        except OSError:
            return  # the directory may be written to but not read
        self._directories[key] = opened

    def __del__(self) -> None:
        """Close what nobody settled, such as the directories of a run that failed."""
        for descriptor in self._directories.values():
            os.close(descriptor)

    def settle(self) -> None:
        """Sync everything that was noted."""
        waiting = list(self._directories.values())
        self._directories.clear()
        for descriptor in waiting:
            try:
                if self.level == RUN:
                    sync_file_system(descriptor)
                else:
                    os.fsync(descriptor)
            except OSError:
                pass  # the directory was removed, or its file system cannot sync
            finally:
                os.close(descriptor)


def sync_file_system(descriptor: int) -> None:
    """Write everything of the file system of a descriptor to its disk. Raises OSError."""
    from ctypes import CDLL, get_errno

    if CDLL(None, use_errno=True).syncfs(descriptor) != 0:
        number = get_errno()
        raise OSError(number, os.strerror(number))
