"""IO and what behaves like it: files, strings and the output of commands.

The content is a string in memory. A stream is read when code first reads from it. What code writes
to a file goes to its place there when the stream is flushed or closed.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.core.text.format import format_values
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


# ---- reading


def _read(ruby: Interpreter, self: object, count: object = None, *_: object) -> str | None:
    stream = stream_of(self)
    if stream.file is not None and stream.file.is_device:
        return _read_device(ruby, stream, count)
    stream.reading()
    if count is None:
        rest = stream.text[stream.position :]
        stream.position = max(stream.position, len(stream.text))
        return rest
    if stream.position >= len(stream.text):
        return "" if to_int(ruby, count) == 0 else None
    return stream.take(to_int(ruby, count))


def _read_device(ruby: Interpreter, stream: Stream, count: object) -> str | None:
    """Return bytes of a device such as /dev/urandom, which has no end."""
    stream.check_open()
    if count is None or stream.file is None:
        raise UnsupportedError(f"reading all of the device {stream.path}")
    found = stream.file.read(to_int(ruby, count))
    return from_bytes(found) if found else None


def _limits(ruby: Interpreter, arguments: tuple[object, ...]) -> tuple[str | None, int, bool]:
    """Return separator, limit and whether lines lose their ends."""
    rest, options = options_of(arguments)
    separator: str | None = "\n"
    limit = -1
    for each in rest:
        if type(each) is int:
            limit = each
        else:
            separator = None if each is None else to_str(ruby, each)
    return separator, limit, truthy(options.get("chomp"))


def _lines(ruby: Interpreter, stream: Stream, arguments: tuple[object, ...]) -> Iterator[str]:
    separator, limit, chomps = _limits(ruby, arguments)
    while (line := stream.next_line(separator, limit)) is not None:
        yield _chomped(line, separator) if chomps else line


def _chomped(line: str, separator: str | None) -> str:
    if separator == "\n":
        return line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line
    return line.removesuffix(separator) if separator else line.rstrip("\n")


def _gets(ruby: Interpreter, self: object, *arguments: object) -> str | None:
    return next(_lines(ruby, stream_of(self).reading(), arguments), None)


def _readline(ruby: Interpreter, self: object, *arguments: object) -> str:
    line = _gets(ruby, self, *arguments)
    if line is None:
        raise RubyError("EOFError", "end of file reached")
    return line


def _readlines(ruby: Interpreter, self: object, *arguments: object) -> list[str]:
    stream = stream_of(self).reading()
    separator, limit, chomps = _limits(ruby, arguments)
    if separator == "\n" and limit < 0:
        return stream.take_lines(chomps=chomps)
    return list(_lines(ruby, stream, arguments))


def _each_line(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> object:
    if block is None:
        from duckrow.ruby.dispatch import send

        return send(ruby, _readlines(ruby, self, *arguments), "each")
    for line in _lines(ruby, stream_of(self).reading(), arguments):
        ruby.tick()
        block(ruby, line)
    return self


def _getc(_ruby: Interpreter, self: object) -> str | None:
    stream = stream_of(self).reading()
    char = stream.text[stream.position : stream.position + 1]
    stream.position += len(char)
    return char or None


def _getbyte(ruby: Interpreter, self: object) -> int | None:
    char = _getc(ruby, self)
    return None if char is None else to_bytes(char)[0]


def _ungetc(ruby: Interpreter, self: object, char: object) -> None:
    stream = stream_of(self).reading()
    text = to_str(ruby, char)
    stream.position = max(0, stream.position - len(text))


def _each_char(ruby: Interpreter, self: object, *, block: Proc) -> object:
    while (char := _getc(ruby, self)) is not None:
        ruby.tick()
        block(ruby, char)
    return self


def _each_byte(ruby: Interpreter, self: object, *, block: Proc) -> object:
    for byte in to_bytes(_read(ruby, self) or ""):
        ruby.tick()
        block(ruby, byte)
    return self


def _is_at_end(_ruby: Interpreter, self: object) -> bool:
    stream = stream_of(self).reading()
    return stream.position >= len(stream.text)


# ---- writing


def _write(ruby: Interpreter, self: object, *texts: object) -> int:
    count = 0
    for each in texts:
        text = to_s(ruby, each)
        stream_of(self).write(text)
        count += len(to_bytes(text))
    return count


def _append(ruby: Interpreter, self: object, text: object) -> object:
    stream_of(self).write(to_s(ruby, text))
    return self


def put_lines(ruby: Interpreter, values: tuple[object, ...]) -> str:
    """Return what puts writes."""
    if not values:
        return "\n"
    made = ""
    for each in values:
        if isinstance(each, list):
            made += put_lines(ruby, tuple(each)) if each else ""
        else:
            text = to_s(ruby, each)
            made += text if text.endswith("\n") else f"{text}\n"
    return made


def _puts(ruby: Interpreter, self: object, *values: object) -> None:
    stream_of(self).write(put_lines(ruby, values))


def _print(ruby: Interpreter, self: object, *values: object) -> None:
    stream_of(self).write("".join(to_s(ruby, each) for each in values))


def _printf(ruby: Interpreter, self: object, template: object, *values: object) -> None:
    stream_of(self).write(format_values(ruby, to_str(ruby, template), list(values)))


def _putc(ruby: Interpreter, self: object, char: object) -> object:
    stream_of(self).write(chr(char) if isinstance(char, int) else to_str(ruby, char)[:1])
    return char


def _flush(_ruby: Interpreter, self: object) -> object:
    stream_of(self).save()
    return self


def _close(_ruby: Interpreter, self: object, *_: object) -> None:
    stream_of(self).close()


def _close_write(_ruby: Interpreter, self: object) -> None:
    stream = stream_of(self)
    stream.save()
    stream.is_writable = False


def _truncate(ruby: Interpreter, self: object, size: object) -> int:
    stream = stream_of(self)
    wanted = to_int(ruby, size)
    if wanted < 0:
        raise argument_error("negative length")
    stream.save()
    stream.load()
    stream.text = from_bytes(to_bytes(stream.text)[:wanted].ljust(wanted, b"\0"))
    if stream.file is not None:
        stream.file.truncate(wanted)
    return 0


# ---- the position


def _rewind(_ruby: Interpreter, self: object) -> int:
    stream = stream_of(self)
    stream.save()
    stream.position = stream.line = 0
    return 0


def _seek(ruby: Interpreter, self: object, offset: object, whence: object = 0) -> int:
    stream = stream_of(self)
    stream.save()
    if stream.is_readable or stream.file is not None:
        stream.load()
    starts = {1: stream.tell(), 2: len(to_bytes(stream.text))}
    if isinstance(whence, Symbol):
        whence = {"CUR": 1, "END": 2}.get(whence.name, 0)
    start = starts.get(whence, 0) if isinstance(whence, int) else 0
    stream.seek(max(0, start + to_int(ruby, offset)))
    return 0


def _position(_ruby: Interpreter, self: object) -> int:
    stream = stream_of(self)
    if stream.file is not None:
        stream.load()
    return stream.tell()


def _set_position(ruby: Interpreter, self: object, offset: object) -> object:
    _seek(ruby, self, offset)
    return offset


def _set_sync(_ruby: Interpreter, self: object, value: object) -> object:
    stream_of(self).syncs = truthy(value)
    return value


def _path(_ruby: Interpreter, self: object) -> str | None:
    return stream_of(self).path


def _inspect(ruby: Interpreter, self: RubyObject) -> str:
    stream = stream_of(self)
    closed = " (closed)" if stream.is_closed else ""
    return f"#<{self.class_.name}:{stream.path or inspect(ruby, None)}{closed}>"


def _itself(_ruby: Interpreter, self: object, *_: object) -> object:
    return self


METHODS: dict[str, Callable[..., object]] = {
    "read": _read,
    "sysread": _read,
    "readpartial": _read,
    "read_nonblock": _read,
    "gets": _gets,
    "readline": _readline,
    "readlines": _readlines,
    "to_a": _readlines,
    "each_line": _each_line,
    "each": _each_line,
    "each_char": _each_char,
    "each_byte": _each_byte,
    "getc": _getc,
    "readchar": _getc,
    "getbyte": _getbyte,
    "readbyte": _getbyte,
    "ungetc": _ungetc,
    "eof?": _is_at_end,
    "eof": _is_at_end,
    "write": _write,
    "syswrite": _write,
    "write_nonblock": _write,
    "<<": _append,
    "puts": _puts,
    "print": _print,
    "printf": _printf,
    "putc": _putc,
    "flush": _flush,
    "fsync": _flush,
    "fdatasync": _flush,
    "close": _close,
    "close_read": lambda _ruby, _self: None,
    "close_write": _close_write,
    "closed?": lambda _ruby, self: stream_of(self).is_closed,
    "truncate": _truncate,
    "rewind": _rewind,
    "seek": _seek,
    "pos": _position,
    "tell": _position,
    "pos=": _set_position,
    "lineno": lambda _ruby, self: stream_of(self).line,
    "sync": lambda _ruby, self: stream_of(self).syncs,
    "sync=": _set_sync,
    "path": _path,
    "pid": lambda _ruby, self: stream_of(self).pid,
    "to_path": _path,
    "fileno": lambda _ruby, _self: 3,
    "binmode": _itself,
    "set_encoding": _itself,
    "set_encoding_by_bom": lambda _ruby, _self: None,
    "external_encoding": lambda _ruby, _self: None,
    "autoclose=": lambda _ruby, _self, value: value,
    "close_on_exec=": lambda _ruby, _self, value: value,
    "tty?": lambda _ruby, _self: False,
    "isatty": lambda _ruby, _self: False,
    "fcntl": lambda _ruby, _self, *_: 0,
    "to_io": _itself,
    "inspect": _inspect,
}
