"""Appends to a file in place, or truncates it: for logs that other processes write to.

1. An addition is one write at the end, so lines of several writers do not mix.
2. The old content is neither read nor written again. A full disk, or a kill at the end of a page
   of the file, may leave a part of the last line.
3. A new file has its mode before its first byte, and nobody else has it open by then.
4. Processes that have a truncated file open continue to write to it.
"""

from __future__ import annotations

import os
from errno import EEXIST, EINVAL

from duckrow.machine.files.pinning import reject_second_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.resolve import Place

ATTEMPTS = 8

_WRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_ADD = _WRITE | os.O_APPEND
_MAKE = _ADD | os.O_CREAT | os.O_EXCL
_FILE, _PIPE, _TERMINAL = 0o100000, 0o010000, 0o020000


def append(place: Place, content: bytes, mode: int) -> bool:
    """Append to a file, which is made if it is missing; return whether it was missing."""
    descriptor, is_new = _open(place)
    try:
        if is_new:
            os.chmod(descriptor, mode)
        else:
            _check_kind(place, os.stat(descriptor))
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]
    finally:
        os.close(descriptor)
    return is_new


def empty(place: Place) -> None:
    """Truncate a file."""
    descriptor = os.open(place.name, _WRITE, dir_fd=place.directory)
    try:
        found = os.stat(descriptor)
        _check_kind(place, found)
        if found.st_mode & 0o170000 == _FILE:
            os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _open(place: Place) -> tuple[int, bool]:
    # Another process may make or remove the file between the two attempts.
    for _ in range(ATTEMPTS):
        try:
            return os.open(place.name, _ADD, dir_fd=place.directory), False
        except FileNotFoundError:
            pass
        try:
            return os.open(place.name, _MAKE, 0o600, dir_fd=place.directory), True
        except FileExistsError:
            continue
    raise FileExistsError(EEXIST, os.strerror(EEXIST), place.path)


def _check_kind(place: Place, found: os.stat_result) -> None:
    """Reject a file that must not be appended to."""
    kind = found.st_mode & 0o170000
    if kind not in (_FILE, _PIPE, _TERMINAL):
        raise OSError(EINVAL, "Not a regular file", place.path)
    reject_second_name(place, found)
