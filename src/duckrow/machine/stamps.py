"""What changes when a file changes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import stat_result

    Stamp = tuple[int, int, int, int]


def stamp_of(found: stat_result) -> Stamp:
    """Return the stamp of a file.

    Tools that copy set times, but nobody sets the time of the last change of a file itself.
    """
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
