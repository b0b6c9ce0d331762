"""What the kernel says of a path besides the usual facts: attributes with names, and free space."""

from __future__ import annotations

import os


def extended_attributes(path: str) -> list[tuple[str, bytes]]:
    """Give the extended attributes of a path itself, in the order of the file system."""
    found: list[tuple[str, bytes]] = []
    for name in os.listxattr(path, follow_symlinks=False):
        try:
            found.append((name, os.getxattr(path, name, follow_symlinks=False)))
        except OSError:
            continue  # gone meanwhile, or not for us
    return found


def free_bytes(path: str) -> int:
    """Give the space that users may still fill on the file system that a path is on."""
    found = os.statvfs(path)
    return found.f_bavail * found.f_bsize


def free_percentage(path: str) -> int:
    """Give how much of what users may fill is left on the file system that a path is on."""
    found = os.statvfs(path)
    used = found.f_blocks - found.f_bfree
    return 100 * found.f_bavail // max(1, found.f_bavail + used)
