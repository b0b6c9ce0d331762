"""The output of a command.

Results go to stdout. Diagnostics go to stderr, as text or as one JSON object per line, never mixed.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from duckrow.cli.options import Arguments
    from duckrow.source.record import Record


class Console:
    """The two output streams of one command."""

    __slots__ = (
        "_has_file",
        "color",
        "colors_output",
        "debug",
        "json",
        "quiet",
        "verbose",
        "write_error",
    )

    program = "duckrow"  # the command that hints name

    def __init__(self, arguments: Arguments) -> None:
        self.json = arguments.get("log-format") == "json"
        self.debug = arguments.has("debug")
        self.verbose = arguments.has("verbose")
        self.quiet = arguments.has("quiet")
        self._has_file = arguments.has("output")
        choice = arguments.get("color", "auto")
        self.color = _wants_color(choice, sys.stderr)
        self.colors_output = _wants_color(choice, sys.stdout)
        self.write_error: Callable[[str], object] = _to_stderr
        for stream in (sys.stdout, sys.stderr):
            # File names and strings may contain characters that the terminal's encoding lacks;
            # never fail.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")

    def level(self, usual: str) -> str:
        """Return the lowest level of messages to print; `usual` without -q, -v and --debug."""
        if self.debug:
            return "debug"
        return "info" if self.verbose else "warning" if self.quiet else usual

    def print_result(self, text: str, end: str = "\n") -> None:
        """Print a result; -q omits it, unless it goes to a file."""
        if not self.quiet or self._has_file:
            print(text, end=end)

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
        """Print a message without a source location; -q omits what is no warning or error."""
        if self.quiet and severity in ("info", "notice"):
            return
        if self.json:
            self.write_record(severity, message, code, file=file, why=why, hint=hint)
            return
        self.write_error(message + "\n")
        if why:
            self.write_error(f" why: {why}\n")
        if hint:
            self.write_error(f" try: {hint}\n")

    def write_record(
        self, severity: str, message: str, code: str, **more: str | int | None
    ) -> None:
        """Write a message as JSON; every message of every command has these fields."""
        record = {"severity": "error" if severity == "err" else severity, "code": code}
        places = {"file": None, "line": None, "column": None, "why": "", "hint": ""}
        self.write_error(to_json({**record, "message": message, **places, **more}) + "\n")

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

    def print_exception(self, error: Exception) -> bool:
        """Report an exception that nothing handles; return whether it is a fault in duckrow."""
        from duckrow.source.python_files import text_of_error

        text = text_of_error(error)
        if text:
            self.print_error("module", f"Python code of a module failed: {text}")
            return False
        from traceback import format_exception

        trace = "".join(format_exception(error))
        self.print_fault(None, f"{type(error).__name__}: {error}", trace)
        return True

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


def _wants_color(choice: str, stream: TextIO | None) -> bool:
    if choice != "auto":
        return choice == "always"
    if stream is None or not stream.isatty():
        return False
    from duckrow.machine.this_process import environment

    variables = environment()
    return not variables.get("NO_COLOR") and variables.get("TERM") != "dumb"
