"""The standard streams of this process."""

from __future__ import annotations

import os
import sys


def open_standard_output() -> None:
    """Give Python a standard output that leads nowhere, if the caller closed it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end


def abandon_output() -> None:
    """Send the standard output nowhere: writing to it has failed, and would fail again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
