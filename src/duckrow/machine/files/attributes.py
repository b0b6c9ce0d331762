"""Extended attributes: which a new content inherits from the old, and the SELinux context."""

from __future__ import annotations

import os
from errno import ENODATA, ENOTSUP, EPERM

SELINUX = "security.selinux"

# The kernel drops capabilities when a file is written to, and so do we; signatures of the content
# no longer fit the new one.
_OF_THE_CONTENT = frozenset(("security.capability", "security.ima", "security.evm"))


def copy_attributes(source: int, target: int) -> None:
    """Give a new file the extended attributes of the old one, where we are allowed to."""
    try:
        names = os.listxattr(source)
    except OSError:
        return  # a file system without them
    for name in names:
        if name in _OF_THE_CONTENT:
            continue
        try:
            os.setxattr(target, name, os.getxattr(source, name))
        except OSError as error:
            if error.errno not in (EPERM, ENOTSUP, ENODATA):
                raise


def read_context(descriptor: int | str) -> str | None:
    """Give the SELinux context, or None where there is none."""
    try:
        return os.fsdecode(os.getxattr(descriptor, SELINUX)).rstrip("\0") or None
    except OSError:
        return None


def write_context(descriptor: int | str, context: str) -> None:
    """Set the SELinux context."""
    os.setxattr(descriptor, SELINUX, os.fsencode(context) + b"\0")
