"""The result of reading a file: its blocks, and the messages about it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Block

ERROR, WARNING = "error", "warning"


class ParserMessage:
    """An error or warning, with its source line and a caret below the end of the token."""

    __slots__ = ("column", "file", "is_error", "kind", "line", "message", "source")

    def __init__(
        self,
        file: str,
        line: int,
        column: int,
        kind: str,
        message: str,
        source: str | None,
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.kind = kind
        self.message = message
        # A warning may count as an error.
        self.is_error = kind == ERROR
        # The reference shows no source line for the first line of a file.
        self.source = source

    def __str__(self) -> str:
        """Return the message in the reference's layout, without a newline."""
        text = f"{self.file}:{self.line}:{self.column}: {self.kind}: {self.message}"
        if self.source is None:
            return text
        return f"{text}\n{self.source}\n{'^':>{max(self.column, 1)}}"


class LogLine:
    """A message for the log, between other messages."""

    __slots__ = ("level", "text")

    def __init__(self, level: str, text: str) -> None:
        self.level = level
        self.text = text

    def __str__(self) -> str:
        """Return the message in the layout of the reference's log."""
        return f"{self.level:>8}: {self.text}"


class ParsedFile:
    """The blocks of a file, in order, and the messages about it.

    A file with errors has no blocks. `fatal` is the last message of the reference if it stops at
    once.
    """

    __slots__ = ("blocks", "check_errors", "check_messages", "fatal", "file", "messages")

    def __init__(
        self,
        file: str,
        blocks: tuple[Block, ...],
        messages: list[ParserMessage | LogLine] | None = None,
        fatal: str | None = None,
    ) -> None:
        self.file = file
        self.blocks = blocks
        self.messages = messages if messages is not None else []
        self.fatal = fatal
        # The messages and the errors of checks of whole blocks, as they are printed.
        self.check_messages: list[str] = []
        self.check_errors: list[str] = []

    @property
    def errors(self) -> list[ParserMessage]:
        """Return the messages that make the file invalid."""
        return [each for each in self.messages if isinstance(each, ParserMessage) and each.is_error]

    @property
    def warnings(self) -> list[ParserMessage]:
        """Return the other messages."""
        return [
            each for each in self.messages if isinstance(each, ParserMessage) and not each.is_error
        ]

    @property
    def is_broken(self) -> bool:
        """Return whether there is an error, or a warning that counts as an error."""
        return self.fatal is not None or bool(self.check_errors) or bool(self.errors)

    def lines(self) -> list[str]:
        """Return all messages except those for the log, in order, as the reference prints them."""
        text = [str(each) for each in self.messages if isinstance(each, ParserMessage)]
        return (
            [*text, *self.check_messages, *self.check_errors]
            if self.fatal is None
            else [*text, self.fatal]
        )
