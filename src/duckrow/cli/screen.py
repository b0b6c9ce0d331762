"""Print the messages of a run, and its progress on a terminal."""

from __future__ import annotations

import sys
from time import perf_counter

from duckrow.cli.logs import colored, full_line
from duckrow.source.levels import WARNINGS
from duckrow.state.report import time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.state.report import LogLine


class Screen:
    """Prints messages as the reference does: errors and warnings to stderr, others to stdout."""

    __slots__ = ("_console", "output_error")

    def __init__(self, console: Console) -> None:
        self._console = console
        self.output_error: OSError | None = None

    def __call__(self, line: LogLine) -> None:
        """Print a message. A closed output does not stop a run halfway."""
        if self.output_error is None:
            try:
                self._print(line)
            except OSError as error:
                self.output_error = error

    def finish(self) -> None:
        """Flush the output; raise the error if it could not be written."""
        if self.output_error is None:
            try:
                sys.stdout.flush()
            except OSError as error:
                self.output_error = error
        if self.output_error is not None:
            raise self.output_error

    def _print(self, line: LogLine) -> None:
        console = self._console
        if console.quiet and line.level not in WARNINGS:
            return
        if console.json:
            console.write_record(
                line.level,
                line.message,
                "log",
                file=line.file,
                line=line.line,
                source=line.source,
                time=time_text(line.time_ns),
            )
            return
        text = full_line(line.level, line.source, line.message)
        if line.level in WARNINGS:
            console.write_error(f"{colored(line.level, text) if console.color else text}\n")
        else:
            shown = colored(line.level, text) if console.colors_output else text
            sys.stdout.write(f"{shown}\n")


class Progress:
    """Shows progress on a terminal if the run takes longer than a moment."""

    __slots__ = ("_last", "_shown", "_start")

    def __init__(self) -> None:
        self._start = perf_counter()
        self._last = 0.0
        self._shown = False

    def __call__(self, done: int, count: int) -> None:
        now = perf_counter()
        if now - self._start > 1 and now - self._last > 0.1:
            self._last = now
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{done} of {count}\r")
            sys.stderr.flush()

    def clear(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
