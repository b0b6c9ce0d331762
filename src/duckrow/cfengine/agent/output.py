"""Write strings to standard output and error.

A policy may contain bytes that are not UTF-8. They are written unchanged, so that the user finds
the line that a message quotes.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from duckrow.cfengine.evaluation.messages.log import Log


def write_diagnostic(log: Log, line: str) -> None:
    """Write a diagnostic about a policy to standard error, or to the log's record."""
    level = "warning" if ": warning: " in line else "error"
    if log.note is not None:
        log.note(level, line)
    if log.record is not None:
        log.record(level, line)
    else:
        write_error(f"{line}\n")


def write_error(text: str) -> None:
    """Write to standard error."""
    _write(sys.stderr, text)


def write_output(text: str) -> None:
    """Write to standard output."""
    _write(sys.stdout, text)


def _write(stream: TextIO, text: str) -> None:
    buffer = getattr(stream, "buffer", None)
    if buffer is None or text.isascii():
        stream.write(text)
        return
    stream.flush()
    buffer.write(text.encode("utf-8", "surrogateescape"))
