"""All processes that a command started, so that all of them can be ended.

The kernel assigns orphans to the nearest ancestor that asked for them. While a command runs we ask
for them: whatever it starts stays below us, also in new sessions and after double forks. Processes
that were below us before are left alone.
"""

from __future__ import annotations

import os
from signal import SIGCONT, SIGKILL, SIGTERM

from duckrow.machine.processes.table import descendants, read_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.processes.table import Process

_TAKE_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
GRACE = 2.0
TIMEOUT = 2.0


# Daemons that commands have left below us.
_left: set[int] = set()


class Family:
    """The processes of one command."""

    __slots__ = ("_before", "_is_taking_orphans", "leader")

    def __init__(self) -> None:
        self.leader = 0
        self._is_taking_orphans = _take_orphans(on=True)
        self._before = _children()

    def members(self) -> list[Process]:
        """Return all members that are alive, the leader included."""
        table = read_table(with_argv=False)
        me = os.getpid()
        roots = {self.leader} if self.leader else set()
        if self._is_taking_orphans:
            roots |= {
                process.pid
                for process in table
                if process.parent == me and process.pid not in self._before
            }
        by_pid = {process.pid: process for process in table}
        found = [by_pid[pid] for pid in roots if pid in by_pid]
        found += descendants(table, roots)
        seen = {process.pid for process in found}
        # If the kernel assigns us no orphans, the session identifies most members.
        found += [
            process
            for process in table
            if process.session == self.leader and process.pid not in seen
        ]
        return [process for process in found if process.state not in "ZX"]

    def end(self) -> bool:
        """Terminate all members, then kill them; return False if some cannot be killed."""
        from time import monotonic, sleep

        self._signal(SIGTERM)
        self._signal(SIGCONT)
        until = monotonic() + GRACE
        while monotonic() < until:
            self.reap()
            if not self.members():
                return True
            sleep(0.02)
        until = monotonic() + TIMEOUT
        while self.members():
            # Repeat: a member may have forked while the others were killed.
            self._signal(SIGKILL)
            self.reap()
            if monotonic() > until:
                return False
            sleep(0.005)
        return True

    def reap(self) -> None:
        """Collect orphans that ended; the caller who started the leader collects it."""
        if not self._is_taking_orphans:
            return
        for pid in _children() - self._before - {self.leader}:
            try:
                os.waitpid(pid, os.WNOHANG)
            except OSError:
                continue

    def release(self) -> None:
        """Stop taking orphans; those that are alive stay below us until we or they end."""
        self.reap()
        if self._is_taking_orphans:
            # Another thread may have started some of them, and waits for them itself.
            if len(os.listdir("/proc/self/task")) == 1:
                _left.update(_children() - self._before - {self.leader})
            _take_orphans(on=False)

    def _signal(self, number: int) -> None:
        for process in self.members():
            try:
                os.kill(process.pid, number)
            except OSError:
                continue


def reap_left() -> None:
    """Collect daemons of earlier commands that have ended, so that others see that they did."""
    for pid in _left.copy():
        try:
            has_ended = os.waitpid(pid, os.WNOHANG)[0] == pid
        except OSError:
            has_ended = True
        if has_ended:
            _left.discard(pid)


def _children() -> set[int]:
    """Return our children; read the process table if the kernel does not list them."""
    try:
        found: set[int] = set()
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/children", "rb") as file:
                found.update(map(int, file.read().split()))
    except OSError:
        me = os.getpid()
        return {process.pid for process in read_table(with_argv=False) if process.parent == me}
    return found


def _take_orphans(*, on: bool) -> bool:
    try:
        # `ctypes` costs more than the rest.
        from _ctypes import call_cdeclfunction, dlopen, dlsym

        prctl = dlsym(dlopen(None, 0), "prctl")  # type: ignore[arg-type]
        return bool(call_cdeclfunction(prctl, (_TAKE_ORPHANS, int(on), 0, 0, 0)) == 0)
    except (ImportError, OSError, AttributeError):
        return False
