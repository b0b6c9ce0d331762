"""Copies content between descriptors: as shared blocks, else in the kernel, else in pieces.

Holes stay holes, and memory use does not depend on the size. Small files, which have no holes worth
keeping, are read and written.
"""

from __future__ import annotations

import os
from errno import EBADF, EINVAL, ENOSYS, ENOTTY, ENXIO, EOPNOTSUPP, EPERM, ETXTBSY, EXDEV

PIECE = 1024 * 1024
STRIDE = 1 << 30
SMALL = 64 * 1024

_FICLONE = 0x40049409
_NOT_HERE = frozenset((EBADF, EINVAL, ENOSYS, ENOTTY, EOPNOTSUPP, EPERM, ETXTBSY, EXDEV))


def copy_content(source: int, target: int, size: int) -> int:
    """Copy a whole file, of this size, into an empty file and return the number of bytes."""
    if size <= SMALL:
        return _copy_small(source, target, size)
    if _share_blocks(source, target):
        return size
    at = 0
    while True:
        try:
            start = os.lseek(source, at, os.SEEK_DATA)
            end = os.lseek(source, start, os.SEEK_HOLE)
        except OSError as error:
            if error.errno == ENXIO:
                break  # only a hole remains
            if error.errno != EINVAL:
                raise
            start, end = at, max(os.stat(source).st_size, at)
            if start == end:
                break
        os.lseek(source, start, os.SEEK_SET)
        os.lseek(target, start, os.SEEK_SET)
        copied = _copy_range(source, target, end - start)
        at = start + copied
        if copied == 0:
            break  # the file was truncated meanwhile
    length = max(at, os.stat(source).st_size)
    os.ftruncate(target, length)
    return length


def _copy_small(source: int, target: int, size: int) -> int:
    """Copy a file that is small or reports a small size: a pipe, a device, a file of /proc."""
    copied = 0
    # Python reserves memory for all that it is asked to read; 0 may be the size of anything.
    while content := os.read(source, size + 1 if size else SMALL + 1):
        written = os.write(target, content)
        if written < len(content):
            _write(target, memoryview(content)[written:])
        copied += len(content)
        if copied == size:
            break  # the read was short, so the file has ended
    return copied


def _share_blocks(source: int, target: int) -> bool:
    from fcntl import ioctl

    try:
        ioctl(target, _FICLONE, source)
    except OSError:
        return False
    return True


def _copy_range(source: int, target: int, count: int) -> int:
    """Copy up to `count` bytes from the current position of one file to that of the other."""
    copied = 0
    try:
        while copied < count:
            step = os.copy_file_range(source, target, min(count - copied, STRIDE))
            if step == 0:
                break
            copied += step
    except OSError as error:
        if error.errno not in _NOT_HERE:
            raise
        copied += _copy_pieces(source, target, count - copied)
    else:
        if copied < count:
            copied += _copy_pieces(source, target, count - copied)
    return copied


def _copy_pieces(source: int, target: int, count: int) -> int:
    piece = bytearray(PIECE)
    view = memoryview(piece)
    copied = 0
    while copied < count:
        got = os.readv(source, [view[: min(PIECE, count - copied)]])
        if got == 0:
            break
        _write(target, view[:got])
        copied += got
    return copied


def _write(target: int, content: memoryview) -> None:
    while content:
        content = content[os.write(target, content) :]
