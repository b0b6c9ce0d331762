"""The output of `puppet`: errors in its words; colours, even if the output is not a terminal."""

from __future__ import annotations

import sys

from duckrow.cli.console import Console
from duckrow.cli.logs import colored, full_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Arguments


class PuppetConsole(Console):
    """Prints as Puppet does: errors and warnings to stderr, notices to stdout."""

    __slots__ = ()

    program = "puppet"

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.color = arguments.get("color", "ansi") in ("ansi", "true", "yes")
        self.colors_output = self.color

    def print_log(self, level: str, message: str) -> None:
        """Print a message of the log, such as `Error: …`."""
        self.print_line(level, full_line(level, "Puppet", message))

    def print_line(self, level: str, line: str) -> None:
        """Print a line of the log in the colour of its level."""
        line = f"{colored(level, line) if self.color else line}\n"
        if level in ("debug", "info", "notice"):
            sys.stdout.write(line)
        else:
            self.write_error(line)

    def print_error(
        self, code: str, message: str, file: str | None = None, why: str = "", hint: str = ""
    ) -> None:
        """Print an error, with its reason and hint."""
        del code, file
        self.print_log("err", message)
        if why:
            self.write_error(f" why: {why}\n")
        if hint:
            self.write_error(f" try: {hint}\n")
