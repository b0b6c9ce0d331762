"""Device files, sockets, hard links and extended attributes at a resolved place."""

from __future__ import annotations

import os
from errno import ENODATA, ENOTSUP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.resolve import Place

_KINDS = {"socket": 0o140000, "character device": 0o020000, "block device": 0o060000}


def make_special(place: Place, kind: str, mode: int, number: int) -> None:
    """Make a device or a socket; `number` is the device number."""
    os.mknod(place.name, _KINDS[kind] | mode, number, dir_fd=place.directory)


def make_hard_link(place: Place, target: Place) -> None:
    """Make a hard link to a file."""
    os.link(
        target.name,
        place.name,
        src_dir_fd=target.directory,
        dst_dir_fd=place.directory,
        follow_symlinks=False,
    )


def read_attributes(place: Place) -> dict[str, bytes]:
    """Return the extended attributes of a file itself; empty where the file system has none."""
    path = _path(place)
    found: dict[str, bytes] = {}
    try:
        names = os.listxattr(path, follow_symlinks=False)
    except OSError as error:
        if error.errno in (ENOTSUP, ENODATA):
            return found
        raise
    for name in names:
        try:
            found[name] = os.getxattr(path, name, follow_symlinks=False)
        except OSError as error:
            if error.errno not in (ENOTSUP, ENODATA):
                raise
    return found


def write_attribute(place: Place, name: str, value: bytes | None) -> None:
    """Set or remove an extended attribute of a file itself."""
    path = _path(place)
    if value is not None:
        os.setxattr(path, name, value, follow_symlinks=False)
        return
    try:
        os.removexattr(path, name, follow_symlinks=False)
    except OSError as error:
        if error.errno != ENODATA:
            raise


def _path(place: Place) -> str:
    return f"/proc/self/fd/{place.directory}/{place.name}"
