"""Removing from a cache on disk what was kept long ago, and the oldest of what is too much.

Entries are never wrong, only unused: new versions and changed texts leave them behind. Once a week
whoever keeps something looks at all of them. What is not named as entries are is left alone.
"""

from __future__ import annotations

import os
from time import time

DAY = 86400
OFTEN = 7 * DAY  # from one look to the next
LONGEST = 90 * DAY  # that an entry is kept; one that is still in use is made anew
MOST_BYTES = 512 * 1024 * 1024

_DIGITS = frozenset("0123456789abcdef")


def tidy_at_times(directory: str) -> None:
    """Tidy a cache unless that was done not long ago; what cannot be removed stays.

    The time of the directory is that of the last look, or of the last folder that was made in it.
    """
    now = time()
    try:
        is_due = now - os.stat(directory).st_mtime > OFTEN
        if is_due:
            os.utime(directory)  # first of all: others who come meanwhile need not do the same
    except OSError:
        return
    if is_due:
        tidy(directory, now)


def tidy(directory: str, now: float) -> None:
    """Remove entries that are too old, and the oldest beyond the limit of all together."""
    size = 0
    for made, weight, path in sorted(_entries(directory), reverse=True):
        size += weight
        if now - made > LONGEST or size > MOST_BYTES:
            try:
                os.unlink(path)
            except OSError:
                continue


def _entries(directory: str) -> list[tuple[float, int, str]]:
    """List entries, and what was left of some that were never finished: time, size, path."""
    found: list[tuple[float, int, str]] = []
    for folder in _listed(directory):
        if len(folder.name) != 2 or not folder.is_dir(follow_symlinks=False):
            continue
        for each in _listed(folder.path):
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
