"""Opens an existing file, so that the file that is checked is the file that is changed.

A hard link to someone else's file, in a directory that does not belong to root, may be a trap that
has us change that file: it is rejected.
"""

from __future__ import annotations

import os

from duckrow.machine.errors import UnsafePath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.resolve import Place

_PIN = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


def pin(place: Place) -> int:
    """Open a file whose attributes will change."""
    descriptor = os.open(place.name, _PIN, dir_fd=place.directory)
    try:
        reject_second_name(place, os.stat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def reject_second_name(place: Place, found: os.stat_result) -> None:
    """Reject a file that an attacker may have hard-linked to this path."""
    if found.st_nlink == 1 or found.st_mode & 0o170000 != 0o100000:
        return
    owner = os.stat(place.directory).st_uid
    if owner not in (0, os.geteuid(), found.st_uid):
        raise UnsafePath(
            f"Refusing to change a file with several names in a directory of user {owner}",
            place.path,
        )
