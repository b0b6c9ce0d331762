"""Extended attributes that a new content inherits from the old, and the SELinux context."""

from __future__ import annotations

import os
from errno import ENODATA, ENOTSUP, EPERM

SELINUX = "security.selinux"

# Not copied: the kernel drops capabilities when a file is written, and signatures of the old
# content do not match the new one.
_OF_THE_CONTENT = frozenset(("security.capability", "security.ima", "security.evm"))


def copy_attributes(source: int, target: int) -> None:
    """Copy the extended attributes of the old file to the new one, where permissions allow it."""
    try:
        names = os.listxattr(source)
    except OSError:
        return  # the file system has no extended attributes
    for name in names:
        if name in _OF_THE_CONTENT:
            continue
        try:
            os.setxattr(target, name, os.getxattr(source, name))
        except OSError as error:
            if error.errno not in (EPERM, ENOTSUP, ENODATA):
                raise


def read_context(descriptor: int | str) -> str | None:
    """Return the SELinux context, or None if the file has none."""
    try:
        return os.fsdecode(os.getxattr(descriptor, SELINUX)).rstrip("\0") or None
    except OSError:
        return None


def write_context(descriptor: int | str, context: str) -> None:
    """Set the SELinux context."""
    os.setxattr(descriptor, SELINUX, os.fsencode(context) + b"\0")
