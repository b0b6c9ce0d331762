"""A tree of processes: fork, wait for signals, end with the parent, take another user."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHILD, END, INTERRUPT, AGAIN = signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP
KILL, BEGUN = signal.SIGKILL, signal.SIGUSR1
_CAUGHT = (CHILD, END, INTERRUPT, AGAIN, BEGUN)
_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def fork(work: Callable[[], int]) -> int:
    """Run a function in a new process, which ends with its result; return the id.

    The new process gets a SIGTERM when this one ends, however it ends.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        for number in _CAUGHT:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(INTERRUPT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent decides
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _CAUGHT)
        _end_with(parent)
        status = work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        from traceback import print_exc

        print_exc()
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        finally:
            # Exit handlers and open files belong to the parent.
            os._exit(status)


def _end_with(parent: int) -> None:
    try:
        # `ctypes` costs more than the rest.
        from _ctypes import call_cdeclfunction, dlopen, dlsym

        prctl = dlsym(dlopen(None, 0), "prctl")  # type: ignore[arg-type]
        call_cdeclfunction(prctl, (_END_WITH_PARENT, int(END), 0, 0, 0))
    except (ImportError, OSError, AttributeError):
        return
    if os.getppid() != parent:
        os._exit(1)


def block_signals() -> None:
    """Keep the signals of a process tree for `wait_for_signal`."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _CAUGHT)


def wait_for_signal(seconds: float) -> int:
    """Return the next signal that was blocked, or 0 when the time is over."""
    found = signal.sigtimedwait(_CAUGHT, max(0.0, seconds))
    return 0 if found is None else found.si_signo


def ended_children() -> Iterator[tuple[int, int]]:
    """Return the children that have ended, with their exit codes; a signal is negative."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        yield pid, os.waitstatus_to_exitcode(status)


def send_signal(pid: int, number: int) -> None:
    """Send a signal to a process that may have ended."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def let_others_pass(by: int) -> None:
    """Get less of a busy processor than other processes, by some steps of `nice`."""
    os.nice(by)


def set_umask(mask: int) -> None:
    """Set which rights new files lack."""
    os.umask(mask)
