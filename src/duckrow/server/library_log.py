"""What libraries say through `logging` goes to the log of the server, one line each."""

from __future__ import annotations

from logging import WARNING, Handler, LogRecord, getLogger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.log import Log


class LibraryLog(Handler):
    """Writes a record as one line: its message and its error, without a traceback."""

    def __init__(self, log: Log) -> None:
        super().__init__(WARNING)
        self._log = log

    def emit(self, record: LogRecord) -> None:
        """Write a record; most are about requests that are no HTTP."""
        text = record.getMessage().strip()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            text = f"{text}: {type(error).__name__}: {' '.join(str(error).split())}"
        self._log("err" if record.levelno > WARNING else "warning", text)


def take_library_messages(log: Log) -> None:
    """Send the messages of all libraries in this process to the log."""
    getLogger().addHandler(LibraryLog(log))
