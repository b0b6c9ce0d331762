"""The door of a server: it waits for connections and for signals at the same time."""

from __future__ import annotations

import errno
import select
import signal
import socket
import time

STOP, RELOAD = "stop", "reload"
# A client has to wait: this process may open no more files.
FULL = "full"
_PAUSE = 0.2  # seconds, until a file may have been closed


class Door:
    """A listening socket, or none, and the signals that arrived: TERM and INT stop, HUP reloads."""

    __slots__ = ("_listening", "_meanings", "_signal_sender", "_signals", "_waits")

    def __init__(self, listening: socket.socket | None) -> None:
        self._listening = listening
        self._signals, self._signal_sender = socket.socketpair()
        for each in (self._signals, self._signal_sender):
            each.setblocking(False)
        self._meanings = {
            int(signal.SIGTERM): STOP,
            int(signal.SIGINT): STOP,
            int(signal.SIGHUP): RELOAD,
        }
        # Unlike select(), poll() also takes descriptors above 1023.
        self._waits = select.poll()
        self._waits.register(self._signals, select.POLLIN)
        if listening is not None:
            self._waits.register(listening, select.POLLIN)
        signal.set_wakeup_fd(self._signal_sender.fileno(), warn_on_full_buffer=False)
        for number in self._meanings:
            signal.signal(number, lambda *_: None)

    @property
    def signal_descriptor(self) -> int:
        """Return the descriptor that becomes readable when a signal arrives."""
        return self._signals.fileno()

    def wait(self, seconds: float) -> socket.socket | str | None:
        """Return a new connection, the meaning of a signal, or FULL; None after some seconds."""
        # A negative time would be no limit.
        ready = [descriptor for descriptor, _ in self._waits.poll(1000 * max(0.0, seconds))]
        if self._signals.fileno() in ready:
            found_signals = {self._meanings.get(each) for each in self._signals.recv(64)}
            # A server that stops need not reload.
            return STOP if STOP in found_signals else RELOAD if RELOAD in found_signals else None
        if not ready or self._listening is None:
            return None
        try:
            found, _ = self._listening.accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                return None  # it has gone
            time.sleep(_PAUSE)
            return FULL
        return found

    def close(self) -> None:
        """Stop listening; signals have their usual effect again."""
        signal.set_wakeup_fd(-1)
        for number in self._meanings:
            signal.signal(number, signal.SIG_DFL)
        for each in (self._listening, self._signals, self._signal_sender):
            if each is not None:
                each.close()
