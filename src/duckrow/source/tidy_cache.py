"""Remove old entries from an on-disk cache.

Entries are never wrong, only unused: new versions and changed texts leave them behind. Once a week,
a process that adds an entry removes those that are too old, and the oldest beyond the size limit.
Files that are not named like entries stay.
"""

from __future__ import annotations

import os
from time import time

DAY = 86400
INTERVAL = 7 * DAY  # between two clean-ups
MAX_AGE = 90 * DAY  # age limit of an entry; one that is still in use is computed again
MAX_BYTES = 512 * 1024 * 1024

_DIGITS = frozenset("0123456789abcdef")


def tidy_weekly(directory: str) -> None:
    """Tidy a cache if a week has passed; ignore entries that cannot be removed.

    The modification time of the directory is that of the last clean-up, or of the last directory
    created in it.
    """
    now = time()
    try:
        is_due = now - os.stat(directory).st_mtime > INTERVAL
        if is_due:
            os.utime(directory)  # first, so that concurrent processes do not do the same work
    except OSError:
        return
    if is_due:
        tidy(directory, now)


def tidy(directory: str, now: float) -> None:
    """Remove entries that are too old, and the oldest beyond the size limit."""
    size = 0
    for made, weight, path in sorted(_entries(directory), reverse=True):
        size += weight
        if now - made > MAX_AGE or size > MAX_BYTES:
            try:
                os.unlink(path)
            except OSError:
                continue


def _entries(directory: str) -> list[tuple[float, int, str]]:
    """List entries and unfinished temporary files: time, size, path."""
    found: list[tuple[float, int, str]] = []
    for each_directory in _listed(directory):
        if len(each_directory.name) != 2 or not each_directory.is_dir(follow_symlinks=False):
            continue
        for each in _listed(each_directory.path):
            name = each.name.partition(".")[0]
            if len(name) == 30 and _DIGITS.issuperset(name):
                try:
                    stat = each.stat(follow_symlinks=False)
                except OSError:
                    continue
                found.append((stat.st_mtime, stat.st_size, each.path))
    return found


def _listed(directory: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            return list(entries)
    except OSError:
        return []
