"""Background work in a forked copy of this process."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def start_background(work: Callable[[], None]) -> int:
    """Fork a process that does the work and then ends, whatever happens; return its id.

    Signals that this process holds back reach the new one, and the commands that it starts.
    """
    from signal import SIG_SETMASK, pthread_sigmask

    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        pthread_sigmask(SIG_SETMASK, ())
        work()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:
        status = 130
    except BaseException:
        from traceback import print_exc

        print_exc()
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        finally:
            # Open files are neither closed nor flushed a second time.
            os._exit(status)


def wait_for(pid: int) -> None:
    """Wait until a background process has ended."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        return
