"""Extended attributes of a path, and free space of its file system."""

from __future__ import annotations

import os


def extended_attributes(path: str) -> list[tuple[str, bytes]]:
    """Return the extended attributes of a path itself, in the order of the file system."""
    found: list[tuple[str, bytes]] = []
    for name in os.listxattr(path, follow_symlinks=False):
        try:
            found.append((name, os.getxattr(path, name, follow_symlinks=False)))
        except OSError:
            continue  # removed meanwhile, or not readable for us
    return found


def free_bytes(path: str) -> int:
    """Return the bytes available to users on the file system of a path."""
    found = os.statvfs(path)
    return found.f_bavail * found.f_bsize


def free_percentage(path: str) -> int:
    """Return the percentage of space available to users on the file system of a path."""
    found = os.statvfs(path)
    used = found.f_blocks - found.f_bfree
    return 100 * found.f_bavail // max(1, found.f_bavail + used)
