"""Stream: what is behind an object of IO, be it a file, a string or the output of a command.

The content is a string in memory. A stream is read when code first reads from it. What code writes
to a file goes to its place there when the stream is flushed or closed.
"""

from __future__ import annotations

from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.files import OpenedFile
    from duckrow.ruby.interpreter import Interpreter

_STREAM = " stream"


class Stream:
    """Text with a position; `position` and `written` count characters.

    `read_all` returns the text when it is first needed. `flush` writes the text; it gets the part
    that was added since the last time.
    """

    __slots__ = (
        "appends",
        "end",
        "file",
        "flush",
        "is_closed",
        "is_dirty",
        "is_readable",
        "is_writable",
        "line",
        "offset",
        "on_close",
        "path",
        "pending",
        "pid",
        "position",
        "read_all",
        "syncs",
        "text",
    )

    def __init__(
        self,
        text: str = "",
        *,
        is_readable: bool = True,
        is_writable: bool = False,
        appends: bool = False,
        path: str | None = None,
        file: OpenedFile | None = None,
        read_all: Callable[[], str] | None = None,
        flush: Callable[[Stream], None] | None = None,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        self.text = text
        self.position = 0
        self.line = 0
        self.is_readable = is_readable
        self.is_writable = is_writable
        self.appends = appends
        self.is_closed = False
        self.is_dirty = False
        self.syncs = False
        self.pending = ""  # what was written since the last flush, without a gap
        self.offset = 0  # where it begins, in bytes
        self.end = 0  # where it ends, in characters
        self.file = file  # the open file, if the stream has one
        self.path = path
        self.pid: int | None = None  # of the command
        self.read_all = read_all
        self.flush = flush
        self.on_close = on_close

    def reading(self) -> Stream:
        """Make it ready to be read."""
        self.check_open()
        if not self.is_readable:
            raise RubyError("IOError", "not opened for reading")
        self.load()
        return self

    def load(self) -> None:
        """Read the text unless it was read."""
        if self.read_all is not None:
            self.text, self.read_all = self.read_all(), None

    def seek(self, offset: int) -> None:
        """Set the position to an offset in bytes, which may lie within a character."""
        data = to_bytes(self.text)
        if not self.text.isascii() and offset < len(data):
            head = from_bytes(data[:offset])
            self.text, self.position = head + from_bytes(data[offset:]), len(head)
        else:
            self.position = len(self.text) + offset - len(data)

    def tell(self) -> int:
        """Return the position in bytes."""
        beyond = max(0, self.position - len(self.text))
        return len(to_bytes(self.text[: self.position])) + beyond

    def take(self, size: int) -> str:
        """Return the next bytes."""
        start = self.position
        self.seek(self.tell() + size)
        self.position = min(self.position, len(self.text))
        return self.text[start : self.position]

    def check_open(self) -> None:
        if self.is_closed:
            raise RubyError("IOError", "closed stream")

    def write(self, text: str) -> None:
        """Write at the position, or at the end."""
        self.check_open()
        if not self.is_writable:
            raise RubyError("IOError", "not opened for writing")
        if self.appends:
            self.position = len(self.text)
        elif self.file is not None:
            self.load()
        if self.pending and self.position != self.end:
            self.save()
        if not self.pending and self.file is not None:
            self.offset = self.tell()
        head = self.text[: self.position].ljust(self.position, "\0")
        rest = self.text[self.position :]
        if rest:
            rest = from_bytes(to_bytes(rest)[len(to_bytes(text)) :])
        self.text = head + text + rest
        self.position += len(text)
        self.end = self.position
        self.pending += text
        self.is_dirty = True
        if self.syncs:
            self.save()

    def save(self) -> None:
        """Write what is not written yet."""
        if self.is_dirty and self.flush is not None:
            self.flush(self)
        self.is_dirty = False
        self.pending = ""

    def close(self) -> None:
        if not self.is_closed:
            self.save()
            self.is_closed = True
            if self.file is not None:
                self.file.close()
            if self.on_close is not None:
                self.on_close()

    def __del__(self) -> None:
        if self.file is not None and self.is_dirty:  # Ruby writes what is left, too
            try:  # noqa: SIM105  (contextlib may be gone when the process ends)
                self.save()
            except (OSError, RubyError):
                pass

    def next_line(self, separator: str | None = "\n", limit: int = -1) -> str | None:
        """Return the next line with its end, or None at the end."""
        if self.position >= len(self.text):
            return None
        end = len(self.text)
        if separator == "":  # paragraphs
            while self.text.startswith("\n", self.position):
                self.position += 1
            found = self.text.find("\n\n", self.position)
            end = end if found < 0 else found + 2
        elif separator is not None:
            found = self.text.find(separator, self.position)
            end = end if found < 0 else found + len(separator)
        if limit >= 0:
            end = min(end, self.position + limit)
        line = self.text[self.position : end]
        self.position = end
        self.line += 1
        return line

    def take_lines(self, *, chomps: bool) -> list[str]:
        """Return all lines that are left."""
        found = lines_of(self.text[self.position :], chomps=chomps)
        self.position = max(self.position, len(self.text))
        self.line += len(found)
        return found


def lines_of(text: str, *, chomps: bool = False) -> list[str]:
    """Return the lines of a text, with their ends unless it chomps them."""
    lines = text.split("\n")
    last = lines.pop()
    if not chomps:
        lines = [f"{line}\n" for line in lines]
    elif "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    if last:
        lines.append(last)
    return lines


def stream_of(self: object) -> Stream:
    """Return the stream of an object of IO."""
    found = self.variables.get(_STREAM) if isinstance(self, RubyObject) else None
    if not isinstance(found, Stream):
        raise RubyError("IOError", "uninitialized stream")
    return found


def set_stream(self: RubyObject, stream: Stream) -> RubyObject:
    """Make a stream that of an object."""
    self.variables[_STREAM] = stream
    return self


def with_block(ruby: Interpreter, self: RubyObject, block: Proc | None) -> object:
    """Return a stream, or call a block with it and close it then."""
    if block is None:
        return self
    try:
        return block(ruby, self)
    finally:
        stream_of(self).close()
