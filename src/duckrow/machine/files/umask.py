"""The file mode creation mask of this process."""

from __future__ import annotations

import os


def current_umask() -> int:
    """Return the umask; the kernel has no way to ask for it without setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def set_umask(mask: int) -> int:
    """Set the umask and return the one before."""
    return os.umask(mask)
