"""The output of a command.

Results go to stdout. Diagnostics go to stderr, as text or as one JSON object per line, never mixed.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.options import Arguments
    from duckrow.source.record import Record


class Console:
    """The two output streams of one command."""

    __slots__ = ("color", "debug", "json", "write_error")

    def __init__(self, arguments: Arguments) -> None:
        self.json = arguments.get("log-format") == "json"
        self.debug = arguments.has("debug")
        self.color = _wants_color(arguments.get("color", "auto"))
        self.write_error: Callable[[str], object] = _to_stderr
        for stream in (sys.stdout, sys.stderr):
            # File names and strings may contain characters that the terminal's encoding lacks;
            # never fail.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")

    def print_result(self, text: str) -> None:
        """Print a result."""
        print(text)

    def print_finding(self, record: Record, drawn: str) -> None:
        """Show one diagnostic; `drawn` is its text form."""
        self.write_error((to_json(record) if self.json else drawn) + "\n")

    def print_message(
        self,
        message: str,
        code: str,
        severity: str = "info",
        file: str | None = None,
        why: str = "",
        hint: str = "",
    ) -> None:
        """Print a message without a source location."""
        if self.json:
            record = {"severity": severity, "code": code, "message": message, "file": file}
            reasons = {"line": None, "column": None, "why": why, "hint": hint}
            self.write_error(to_json(record | reasons) + "\n")
            return
        self.write_error(message + "\n")
        if why:
            self.write_error(f" why: {why}\n")
        if hint:
            self.write_error(f" try: {hint}\n")

    def print_error(
        self, code: str, message: str, file: str | None = None, why: str = "", hint: str = ""
    ) -> None:
        """Print an error, with its reason and advice if there are any."""
        if not self.json:
            from duckrow.source.draw import visible

            message = f"duckrow: {visible(message)}"
        self.print_message(message, code, "error", file, why, hint)

    def print_unreadable(self, file: str, reason: str) -> None:
        self.print_error("unreadable", f"cannot read {file}: {reason}", file)

    def print_fault(self, file: str | None, what: str, traceback: str) -> None:
        """Report a fault in duckrow itself, not in the user's files."""
        where = f" while working on {file}" if file else ""
        advice = "" if self.debug else " --debug shows where it happened."
        message = f"this is a fault in duckrow{where}, not in your files: {what}.{advice}"
        self.print_error("fault", message, file)
        if self.debug:
            self.print_message(traceback.rstrip("\n"), "traceback", "debug", file)


def to_json(value: object) -> str:
    """Write a value on one line."""
    from json import dumps

    return dumps(value, separators=(",", ":"))


def _to_stderr(text: str) -> None:
    if sys.stdout is not None:
        sys.stdout.flush()  # keep the order if both streams go to the same file
    if sys.stderr is not None:
        sys.stderr.write(text)


def _wants_color(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    if sys.stderr is None or not sys.stderr.isatty():
        return False
    from duckrow.machine.this_process import environment

    variables = environment()
    return not variables.get("NO_COLOR") and variables.get("TERM") != "dumb"
