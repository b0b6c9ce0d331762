"""Collect messages about a file, with the location that the scanner has reached."""

from __future__ import annotations

from duckrow.cfengine.syntax.parsed import ERROR, WARNING, LogLine, ParserMessage
from duckrow.cfengine.syntax.scanner import Scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

_MOST_ERRORS = 12


class TooManyErrors(Exception):  # noqa: N818 - an end, with the reference's last words
    """The reference stops here, whatever follows."""


class MessageCollector:
    """Collects messages, at the location that the scanner has reached."""

    def __init__(
        self,
        text: str,
        file: str,
        warnings: Container[str],
        warnings_as_errors: Container[str],
    ) -> None:
        self.scanner = Scanner(text, self.report)
        self.file = file
        self.messages: list[ParserMessage | LogLine] = []
        self.errors = 0
        self._warnings = warnings
        self._warnings_as_errors = warnings_as_errors

    def report(self, message: str, offset: int = 0, kind: str = ERROR) -> None:
        """Add a message at the end of the last token."""
        scanner = self.scanner
        self.messages.append(
            ParserMessage(
                self.file,
                scanner.line,
                scanner.position + offset,
                kind,
                decode(message),
                None if scanner.source is None else decode(scanner.source),
            )
        )
        if kind == ERROR:
            self._count_error()

    def warn(self, warning: str, message: str) -> None:
        """Add a warning, if warnings of its kind are enabled."""
        is_error = warning in self._warnings_as_errors
        if not is_error and warning not in self._warnings:
            return
        self.report(f"{message} [-W{warning}]", kind=WARNING)
        if is_error:
            last = self.messages[-1]
            assert isinstance(last, ParserMessage)
            last.is_error = True
            self._count_error()

    def add_log_line(self, level: str, text: str) -> None:
        """Add a message for the log."""
        self.messages.append(LogLine(level, decode(text)))

    def _count_error(self) -> None:
        self.errors += 1
        if self.errors > _MOST_ERRORS:
            raise TooManyErrors("Too many errors")

    def report_syntax_error(self) -> None:
        """Report a token that is invalid here."""
        self.report("syntax error")


def decode(text: str) -> str:
    """Return the string of bytes that are one character each."""
    return text.encode("latin-1").decode("utf-8", "surrogateescape")
