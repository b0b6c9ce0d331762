"""Worker processes of a pool."""

from __future__ import annotations


def begin_worker() -> None:
    """Set up a worker: it ends at once on Ctrl-C, and when its parent dies."""
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # end at once, without a traceback
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent dies: workers of a pool would wait for work for ever."""
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
