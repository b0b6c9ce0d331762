"""Doing something apart: in a copy of this process that nobody waits for."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def apart(work: Callable[[], None]) -> None:
    """Start a copy of this process that does the work and ends, whatever happens in it.

    The copy has a parent that ends at once, so that the system's first process collects it.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    status = 1
    try:
        if os.fork() == 0:
            work()
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        status = 0
    finally:
        # Nothing of ours is closed or written a second time.
        os._exit(status)
