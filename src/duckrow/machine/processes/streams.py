"""The standard streams of this process."""

from __future__ import annotations

import os
import sys


def replace_missing_streams() -> None:
    """Send output to /dev/null where the parent process closed it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def open_closed_descriptors() -> None:
    """Open /dev/null for each closed stream, before another file gets its number.

    Writing to a closed output must fail, as on a full disk, rather than vanish silently.
    """
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # open returns the lowest free number
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def abandon_output() -> None:
    """Send the standard output to /dev/null after a failed write, which exit would repeat."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
