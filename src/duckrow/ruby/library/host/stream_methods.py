"""The methods of IO and of what behaves like it."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.library.host.streams import Stream, stream_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc, RubyObject


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
    from duckrow.ruby.core.text.format import format_values

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
