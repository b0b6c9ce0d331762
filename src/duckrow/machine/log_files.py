"""Logs outside of duckrow: a file that is only appended to, and the log of the system."""

from __future__ import annotations

import os

from duckrow.machine.files.private import write_all


class LogFile:
    """A file to which lines are appended, at once."""

    __slots__ = ("_number", "is_empty")

    def __init__(self, path: str) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        # Where others can write, such as in /tmp, a link may lead to a file that is not theirs.
        if os.stat(os.path.dirname(path) or ".").st_mode & 0o022:
            flags |= os.O_NOFOLLOW
        self._number = os.open(path, flags, 0o640)
        self.is_empty = os.fstat(self._number).st_size == 0

    def append(self, text: str) -> None:
        """Append a text; OSError if it cannot be written to its end."""
        write_all(self._number, text.encode("utf-8", "surrogateescape"))
        self.is_empty = False


class SystemLog:
    """The log of the system, by syslog(3)."""

    __slots__ = ("_priorities", "_write")

    def __init__(self, program: str, facility: str = "LOG_DAEMON") -> None:
        import syslog

        syslog.openlog(program, syslog.LOG_PID, getattr(syslog, facility))
        self._write = syslog.syslog
        self._priorities = {
            "debug": syslog.LOG_DEBUG,
            "info": syslog.LOG_INFO,
            "notice": syslog.LOG_NOTICE,
            "warning": syslog.LOG_WARNING,
            "err": syslog.LOG_ERR,
            "alert": syslog.LOG_ALERT,
            "emerg": syslog.LOG_EMERG,
            "crit": syslog.LOG_CRIT,
        }

    def write(self, level: str, text: str) -> None:
        """Write one line."""
        self._write(self._priorities[level], text)
