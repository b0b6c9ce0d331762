"""The log, in the reference's layout: the level, right-aligned, and the message.

The levels, most severe first: error, warning, notice, info, verbose, debug. A promise may raise the
level while it is kept (report_level.py).
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LEVELS = {"nothing": -1, "critical": 0, "error": 1, "warning": 2, "notice": 3, "info": 4,
          "verbose": 5, "debug": 6}  # fmt: skip
VERBOSE = LEVELS["verbose"]
_COLOURS = {"critical": "31", "error": "31", "warning": "33", "notice": "32", "info": "32",
            "verbose": "34", "debug": "34"}  # fmt: skip


class Log:
    """Writes lines of the enabled levels."""

    __slots__ = (
        "_held",
        "_write",
        "is_coloured",
        "level",
        "line_count",
        "note",
        "noted_level",
        "prefix",
        "record",
        "timestamps",
    )

    def __init__(self, level: str = "notice", write: Callable[[str], object] | None = None) -> None:
        self.level = LEVELS[level]
        self.is_coloured = False
        self.timestamps = False
        # The number of lines written: a promise that logs is never skipped as unchanged.
        self.line_count = 0
        # output_prefix of `body common control`.
        self.prefix = ""
        # Lines of the level info that are held back.
        self._held: list[str] | None = None
        self._write = write or _to_output
        # Receives the level and text of each line and each diagnostic, which are not printed.
        self.record: Callable[[str, str], object] | None = None
        # Receives each line up to a level, whether it is printed or not: for the report of a run.
        self.note: Callable[[str, str], object] | None = None
        self.noted_level = LEVELS["nothing"]

    @property
    def destination(self) -> Callable[[str], object]:
        """Return where the lines go."""
        return self._write

    def write(self, level: str, text: str) -> None:
        """Write a line if its level is enabled."""
        if not self.wants(level) or level == "nothing":
            return
        if level == "info" and self._held is not None:
            self._held.append(text)
            return
        if self.note is not None and LEVELS[level] <= self.noted_level:
            self.note(level, text.removesuffix("\n"))
        if LEVELS[level] > self.level:
            return
        self.line_count += 1
        self.print_line(level, text.removesuffix("\n"))

    def print_line(self, level: str, text: str) -> None:
        """Print a line that was logged, with its level."""
        if self.record is not None:
            self.record(level, text)
        else:
            self.write_text(level, text)

    def write_text(self, level: str, text: str) -> None:
        """Write a line in the reference's layout."""
        text = f"{'CRITICAL' if level == 'critical' else level:>8}: {text}\n"
        if self.timestamps:
            from time import strftime, time

            from duckrow.machine.local_time import local_time

            text = f"{strftime('%Y-%m-%dT%H:%M:%S%z', local_time(time()))} {text}"
        if self.prefix and LEVELS[level] >= 4:
            text = f"{self.prefix} {text}"
        if self.is_coloured:
            text = f"\x1b[{_COLOURS[level]}m{text}\x1b[0m"
        self._write(text)

    def plain(self, text: str) -> None:
        """Write a line without a level, such as a report."""
        if self.note is not None:
            self.note("notice", text)
        self._write(f"{text}\n")

    def hold(self) -> list[str] | None:
        """Hold back lines of the level info; return the argument for `release`."""
        outer = self._held
        self._held = []
        return outer

    def release(self, outer: list[str] | None, *, is_logged: bool) -> None:
        """Write or drop the lines that were held back."""
        held, self._held = self._held, outer
        if is_logged:
            for text in held or ():
                self.write("info", text)

    def hide(self, text: str) -> str:
        """Return a text without secrets, before it is cut; a policy alone has none."""
        return text

    def wants(self, level: str) -> bool:
        """Return whether lines of a level are written or noted."""
        number = LEVELS[level]
        return number <= self.level or number <= self.noted_level

    def error(self, text: str) -> None:
        """Log an error."""
        self.write("error", text)

    def warning(self, text: str) -> None:
        """Log a warning."""
        self.write("warning", text)

    def notice(self, text: str) -> None:
        """Log a notice."""
        self.write("notice", text)

    def info(self, text: str) -> None:
        """Log a change."""
        if self.level >= 4 or self.noted_level >= 4:
            self.write("info", text)

    def verbose(self, text: str) -> None:
        """Log a step of the run."""
        if self.level >= 5:
            self.write("verbose", text)

    def debug(self, text: str) -> None:
        """Log a detail for debugging."""
        if self.level >= 6:
            self.write("debug", text)


def _to_output(text: str) -> None:
    out = sys.stdout
    try:
        out.write(text)
    except UnicodeEncodeError:
        try:
            out.flush()
            out.buffer.write(text.encode("utf-8", "surrogateescape"))
        except OSError:
            _abandon_output()
    except OSError:
        _abandon_output()


def flush() -> None:
    """Flush the output; errors are ignored, since promises are kept without output too."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _abandon_output()


def _abandon_output() -> None:
    from duckrow.machine.processes.streams import abandon_output

    abandon_output()
