"""A daemon in the background sends its log to syslog: it has no terminal."""

from __future__ import annotations

from duckrow.machine.log_files import SystemLog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log

_SYSLOG = {"critical": "crit", "error": "err", "verbose": "info"}


def stays_in_foreground(given: Mapping[str, list[str]]) -> bool:
    """Return whether the options of a daemon keep it in the foreground."""
    return any(name in given for name in ("no-fork", "verbose", "debug", "once"))


def log_to_system(log: Log, program: str, facility: str = "LOG_DAEMON") -> None:
    """Send the log to syslog."""
    system = SystemLog(program, facility)
    log.record = lambda level, text: system.write(_SYSLOG.get(level, level), text)
