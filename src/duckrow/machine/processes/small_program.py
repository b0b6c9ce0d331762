"""Runs a small system program quickly: no shell, its own process group, a time limit.

A program has ended when its first process has ended, even if others still hold its output. When its
time is over, or it writes too much, the whole group is killed.

`run` does more, which external facts and other foreign programs need, but importing it costs as
much as a bare interpreter.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_OUTPUT = 16 * 1024 * 1024
# How long to wait for the output of other processes after the program has ended.
_GRACE = 0.05


class CommandError(Exception):
    """A program could not be run to its end."""


class Done:
    """The exit status and output of a program."""

    __slots__ = ("errors", "output", "status")

    def __init__(self, status: int, output: bytes, errors: bytes) -> None:
        self.status = status
        self.output = output
        self.errors = errors


def run(command: list[str], seconds: float, environment: Mapping[str, str]) -> Done:
    """Run an argument vector whose first word is a path."""
    variables = {**environment, "LANG": "C", "LC_ALL": "C"}
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    try:
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, out_end, 1),
            (os.POSIX_SPAWN_DUP2, err_end, 2),
        ]
        process = os.posix_spawn(command[0], command, variables, file_actions=actions, setpgroup=0)
    except (OSError, ValueError) as error:
        os.close(out)
        os.close(err)
        raise CommandError(getattr(error, "strerror", None) or str(error)) from None
    finally:
        os.close(out_end)
        os.close(err_end)
    try:
        return _finished(process, out, err, seconds)
    finally:
        os.close(out)
        os.close(err)


def _finished(process: int, out: int, err: int, seconds: float) -> Done:
    """Read until the program has ended."""
    from select import POLLHUP, POLLIN, poll
    from time import monotonic

    waiting = poll()
    waiting.register(out, POLLIN | POLLHUP)
    waiting.register(err, POLLIN | POLLHUP)
    parts: dict[int, list[bytes]] = {out: [], err: []}
    still = {out, err}
    size = 0
    status: int | None = None
    deadline = monotonic() + seconds
    pause = 1
    while True:
        events = waiting.poll(pause) if still else []
        for descriptor, _ in events:
            part = os.read(descriptor, 65536)
            parts[descriptor].append(part)
            size += len(part)
            if not part:
                waiting.unregister(descriptor)
                still.discard(descriptor)
        if status is None and (not events or not still):
            found, code = os.waitpid(process, os.WNOHANG)
            if found:
                status = os.waitstatus_to_exitcode(code)
                deadline = min(deadline, monotonic() + _GRACE)
        pause = 1 if events else min(pause * 2, 50)
        is_late = monotonic() > deadline
        if status is not None and (not still or is_late):
            return Done(status, b"".join(parts[out]), b"".join(parts[err]))
        if is_late or size > LARGEST_OUTPUT:
            _kill(process)
            reason = f"took longer than {seconds:g} seconds" if is_late else "writes too much"
            raise CommandError(reason)
        if not still and status is None:
            from time import sleep

            sleep(pause / 1000)


def _kill(process: int) -> None:
    from signal import SIGKILL

    try:
        os.killpg(process, SIGKILL)
    except OSError:
        os.kill(process, SIGKILL)
    os.waitpid(process, 0)
