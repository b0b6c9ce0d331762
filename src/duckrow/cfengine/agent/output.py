"""Text for standard output and error.

A policy may hold bytes that are no text. They are written as they came: whoever looks for the line
that is complained of finds it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from duckrow.cfengine.evaluation.messages.log import Log


def tell(log: Log, line: str) -> None:
    """Write a line about the text of a policy to standard error, or record it."""
    if log.record is not None:
        log.record("warning" if ": warning: " in line else "error", line)
    else:
        write_error(f"{line}\n")


def write_error(text: str) -> None:
    """Write to standard error."""
    _write(sys.stderr, text)


def show(text: str) -> None:
    """Write to standard output."""
    _write(sys.stdout, text)


def _write(stream: TextIO, text: str) -> None:
    buffer = getattr(stream, "buffer", None)
    if buffer is None or text.isascii():
        stream.write(text)
        return
    stream.flush()
    buffer.write(text.encode("utf-8", "surrogateescape"))
