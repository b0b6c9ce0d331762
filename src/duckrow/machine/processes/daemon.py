"""A process in the background that starts others at set times and listens to signals.

Signals wait until they are asked for, so none is lost between two questions.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STOP, RESTART, RUN_NOW, CHILD = "stop", "restart", "run now", "child"


class Signals:
    """The signals of a daemon: TERM and INT stop it, HUP restarts it, USR1 asks for a run now."""

    __slots__ = ("_meanings",)

    def __init__(self) -> None:
        """Hold the signals back from now on."""
        from signal import SIG_BLOCK, SIGCHLD, SIGHUP, SIGINT, SIGTERM, SIGUSR1, pthread_sigmask

        self._meanings = {
            int(SIGTERM): STOP,
            int(SIGINT): STOP,
            int(SIGHUP): RESTART,
            int(SIGUSR1): RUN_NOW,
            int(SIGCHLD): CHILD,
        }
        pthread_sigmask(SIG_BLOCK, self._meanings)

    def wait(self, seconds: float) -> str | None:
        """Wait for a signal and return its meaning, or None after some seconds."""
        from signal import sigtimedwait

        found = sigtimedwait(self._meanings, max(0.0, min(seconds, 86400.0)))
        return None if found is None else self._meanings[found.si_signo]

    def release(self) -> None:
        """Let signals through again."""
        from signal import SIG_UNBLOCK, pthread_sigmask

        pthread_sigmask(SIG_UNBLOCK, self._meanings)


def _argv(words: Sequence[str]) -> list[str]:
    """Return the command line of this program; -P: no code of the working directory is run."""
    return [sys.executable, "-P", "-m", "duckrow", *words]


def start_python(words: Sequence[str]) -> int:
    """Start this program with other words, without the signals that are held back."""
    argv = _argv(words)
    return os.posix_spawn(argv[0], argv, os.environ, setsigmask=(), setpgroup=0)


def start_program(argv: Sequence[str]) -> int:
    """Start a program, without the signals that are held back and in a process group of its own."""
    return os.posix_spawn(argv[0], list(argv), os.environ, setsigmask=(), setpgroup=0)


def has_ended(pid: int) -> int | None:
    """Return the exit code of a process that was started here, or None while it runs."""
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return 0
    if found == 0:
        return None
    return os.waitstatus_to_exitcode(status)


def end_process(pid: int) -> None:
    """Ask a process that was started here to end."""
    from signal import SIGTERM

    _signal(pid, SIGTERM)


def kill_process(pid: int) -> None:
    """End a process that was started here at once."""
    from signal import SIGKILL

    _signal(pid, SIGKILL)


def reload_process(pid: int) -> None:
    """Ask a daemon that was started here to read its configuration again."""
    from signal import SIGHUP

    _signal(pid, SIGHUP)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def restart(words: Sequence[str]) -> None:
    """Replace this process by the same program with other words."""
    argv = _argv(words)
    os.execv(argv[0], argv)  # noqa: S606


def detach() -> bool:
    """Continue in the background without a terminal; return False in the process that ends."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    if os.fork():
        return False
    os.setsid()
    os.chdir("/")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return True
