"""Doing something apart: in a copy of this process, while we go on."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def apart(work: Callable[[], None]) -> int:
    """Start a copy of this process that does the work and ends, whatever happens in it."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        status = 0
    finally:
        # Nothing of ours is closed or written a second time.
        os._exit(status)


def wait_for(pid: int) -> None:
    """Wait until such a copy has ended."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        return
