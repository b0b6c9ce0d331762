"""Runs a command.

1. It leads its own session and has no terminal.
2. It has ended when its first process has ended, even if other processes still hold its output.
   Their later output is discarded and does not kill them.
3. After its time limit all processes that it started are terminated and then killed; this takes
   at most five seconds.
4. Head and tail of its output are kept.
"""

from __future__ import annotations

import os
from errno import ENOENT, EPERM
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from time import monotonic

from duckrow.machine.processes.command import IGNORED, MERGED, Command, Result
from duckrow.machine.processes.family import Family, reap_left
from duckrow.machine.processes.output import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

PIECE = 65536
# How long to wait for the last output of a command that has ended.
REST_SECONDS = 0.5


def run(command: Command, on_output: Callable[[bytes], None] | None = None) -> Result:
    """Run a command to its end or time limit; `on_output` gets each piece as it arrives."""
    errors = {MERGED: STDOUT, IGNORED: DEVNULL}.get(command.errors, PIPE)
    began = monotonic()
    # Only root can set groups; a command of our own user has them already.
    is_me = command.uid is not None and command.uid == os.geteuid() != 0
    family = Family()
    try:
        process = Popen(  # noqa: S603  (an argument vector; the caller decides what is run)
            command.argv,
            executable=command.program,
            cwd=None if command.root else command.directory,
            env=None if command.environment is None else dict(command.environment),
            user=None if is_me or command.root else command.uid,
            group=None if command.root or (is_me and command.gid == os.getegid()) else command.gid,
            extra_groups=None if is_me or command.root else command.groups,
            preexec_fn=None if command.root is None else _entering(command),  # noqa: PLW1509
            umask=-1 if command.umask is None else command.umask,
            stdin=DEVNULL if command.stdin is None else PIPE,
            stdout=PIPE,
            stderr=errors,
            start_new_session=True,
        )
        family.leader = process.pid
        watch = _Watch(process, command, on_output)
        try:
            has_timed_out = not watch.until_over(command.timeout)
            if has_timed_out:
                family.end()
                watch.until_over(1.0)
        except BaseException:
            family.end()
            process.poll()  # leave no zombie behind
            raise
        finally:
            left = watch.close()
    finally:
        family.release()
    for descriptor in left:
        drain(descriptor)
    code = process.returncode
    signal = -code if code is not None and code < 0 else None
    return Result(
        137 if code is None else 128 - code if code < 0 else code,
        watch.output,
        watch.errors,
        signal,
        monotonic() - began,
        has_timed_out=has_timed_out,
    )


def _entering(command: Command) -> Callable[[], None]:
    """Return the function that enters a root in the child; check first that it can work.

    The root is entered first: another user may lack the permission.
    """
    root = command.root or "/"
    if not os.path.isdir(root):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), root)
    if os.geteuid() != 0:
        raise PermissionError(EPERM, os.strerror(EPERM), root)
    directory = command.directory or "/"
    if not os.path.isdir(f"{root}/{directory}"):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), directory)
    if not os.path.lexists(f"{root}/{command.program}"):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), command.program)

    def enter() -> None:
        os.chroot(root)
        os.chdir(directory)
        if command.groups is not None:
            os.setgroups(command.groups)
        if command.gid is not None:
            os.setgid(command.gid)
        if command.uid is not None:
            os.setuid(command.uid)

    return enter


class _Watch:
    """Feeds a running command, collects its output, and notices its end."""

    __slots__ = ("_end", "_input", "_listener", "_open", "_pipes", "_process", "errors", "output")

    def __init__(
        self,
        process: Popen[bytes],
        command: Command,
        listener: Callable[[bytes], None] | None,
    ) -> None:
        self.output = Output(command.limit)
        self.errors = Output(command.limit)
        self._process = process
        self._listener = listener
        self._input = memoryview(command.stdin or b"")
        self._pipes: list[IO[bytes]] = [
            pipe for pipe in (process.stdout, process.stderr, process.stdin) if pipe is not None
        ]
        self._open: dict[int, Output | None] = {}
        for pipe, output in (
            (process.stdout, self.output),
            (process.stderr, self.errors),
            (process.stdin, None),
        ):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                self._open[pipe.fileno()] = output
        self._end = open_end(process.pid)

    def until_over(self, seconds: float | None) -> bool:
        """Wait for the end of the first process; return False if the time is over before."""
        from select import POLLIN, POLLOUT, poll

        poller = poll()
        for descriptor, output in self._open.items():
            poller.register(descriptor, POLLOUT if output is None else POLLIN)
        if self._end is not None:
            poller.register(self._end, POLLIN)
        until = None if seconds is None else monotonic() + seconds
        while True:
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                return self._process.poll() is not None and self._read_rest()
            # If the kernel offers no notification, poll often.
            wait = left if self._end is not None else min(left or 0.05, 0.05)
            ready = poller.poll(None if wait is None else wait * 1000)
            reap_left()
            for descriptor, _ in ready:
                if descriptor == self._end:
                    continue
                if not self._serve(descriptor):
                    poller.unregister(descriptor)
                    self._shut(descriptor)
            if self._process.poll() is not None:
                return self._read_rest()

    def _read_rest(self) -> bool:
        """Read the rest of the pipes of a command that has ended; always return True."""
        until = monotonic() + REST_SECONDS
        for descriptor, output in list(self._open.items()):
            while output is not None and monotonic() < until:
                try:
                    piece = os.read(descriptor, PIECE)
                except BlockingIOError:
                    break  # another process holds the pipe and writes nothing
                if not piece:
                    self._shut(descriptor)
                    break
                self._take(output, piece)
        return True

    def _serve(self, descriptor: int) -> bool:
        """Read or write once; return False when this pipe is done."""
        output = self._open[descriptor]
        try:
            if output is None:
                self._input = self._input[os.write(descriptor, self._input[:PIECE]) :]
                return len(self._input) > 0
            piece = os.read(descriptor, PIECE)
        except BlockingIOError:
            return True
        except BrokenPipeError:
            return False
        if piece:
            self._take(output, piece)
        return bool(piece)

    def _take(self, output: Output, piece: bytes) -> None:
        output.add(piece)
        if self._listener is not None:
            self._listener(piece)

    def _shut(self, descriptor: int) -> None:
        del self._open[descriptor]
        for pipe in self._pipes:
            if not pipe.closed and pipe.fileno() == descriptor:
                pipe.close()

    def close(self) -> list[int]:
        """Close the pipes; return new descriptors of those that still have writers."""
        left: list[int] = []
        for descriptor, output in list(self._open.items()):
            if output is not None and not _is_at_end(descriptor):
                left.append(os.dup(descriptor))
            self._shut(descriptor)
        if self._end is not None:
            os.close(self._end)
            self._end = None
        return left


def open_end(pid: int) -> int | None:
    """Return a descriptor that becomes readable when a process ends."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _is_at_end(descriptor: int) -> bool:
    try:
        return not os.read(descriptor, 1)
    except BlockingIOError:
        return False


def drain(descriptor: int) -> None:
    """Leave a pipe to a process that reads until the last writer is gone, and close it.

    That process becomes a child of init, so we need not wait for it.
    """
    try:
        os.set_blocking(descriptor, True)
        Popen(
            ["/bin/sh", "-c", "exec 3<&0; cat <&3 >/dev/null &"],
            stdin=descriptor,
            stdout=DEVNULL,
            stderr=DEVNULL,
            cwd="/",
            start_new_session=True,
        ).wait()
    except OSError:
        pass  # without a reader the writer gets SIGPIPE, as in any pipeline
    finally:
        os.close(descriptor)
