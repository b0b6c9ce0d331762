"""IO.popen and Open3: a command with streams to its input and from its output.

The command runs when code first reads its output, asks for its status or closes the stream to its
input: by then it has got all its input. A command that code leaves alone runs when the code ends
that Python called. A program that is missing is an error at once.
"""

from __future__ import annotations

from duckrow.machine.processes.command import MERGED, SEPARATE
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import argument_error
from duckrow.ruby.library.host.commands import (
    CommandLine,
    StatusValue,
    command_line,
    pass_errors,
    program_of,
    run,
)
from duckrow.ruby.library.host.streams import Stream, set_stream, stream_of
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.processes.command import Result
    from duckrow.ruby.interpreter import Interpreter


class RunningCommand(TableValue):
    """A command that waits for its input; as a value it is the thread that waits for its end."""

    __slots__ = ("_errors", "_line", "_ruby", "_waits_as", "input", "pid", "result")

    ruby_class_name = "Process::Waiter"

    def __init__(self, ruby: Interpreter, line: CommandLine, errors: str) -> None:
        self._ruby = ruby
        self._line = line
        self._errors = errors
        self.pid = ruby.host.new_child()
        program_of(ruby, line, "popen", self.pid)
        self.input = Stream(is_readable=False, is_writable=True)
        self.result: Result | None = None
        self._waits_as: Callable[[], object] = self.finish
        ruby.host.waiting.append(self._waits_as)

    def close_at_end(self, close: Callable[[], None]) -> None:
        """Let `close`, which runs the command, take its turn if code leaves it alone."""
        waiting = self._ruby.host.waiting
        waiting[waiting.index(self._waits_as)] = self._waits_as = close

    def finish(self) -> Result:
        """Run the command unless it has run."""
        if self.result is None:
            waiting = self._ruby.host.waiting
            if self._waits_as in waiting:
                waiting.remove(self._waits_as)
            stdin = to_bytes(self.input.text) if self.input.text else None
            self.result = run(
                self._ruby, self._line, "popen", stdin=stdin, errors=self._errors, pid=self.pid
            )
        return self.result

    def status(self) -> StatusValue:
        result = self.finish()
        return StatusValue(result.status, result.signal, self.pid)

    def output(self) -> str:
        return from_bytes(self.finish().output.content)

    def errors(self) -> str:
        return from_bytes(self.finish().errors.content)


RunningCommand.ruby_methods = {
    "value": lambda _ruby, self: self.status(),
    "join": lambda _ruby, self, *_: (self.finish(), self)[1],
    "pid": lambda _ruby, self: self.pid,
    "alive?": lambda _ruby, self: self.result is None,
    "status": lambda _ruby, _self: False,
}


def _stream(ruby: Interpreter, stream: Stream) -> RubyObject:
    io = find_constant(ruby, "IO")
    assert isinstance(io, RubyModule)
    return set_stream(RubyObject(io), stream)


def popen(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    """Open a stream to a command."""
    ruby.host.machine("IO.popen")
    given = list(arguments)
    options = given.pop() if len(given) > 1 and isinstance(given[-1], dict) else {}
    assert isinstance(options, dict)
    mode = "r"
    if len(given) > 1 and isinstance(given[-1], str):
        mode = str(given.pop())
    if given and isinstance(given[0], list) and given[0] and isinstance(given[0][-1], dict):
        options = {**options, **given[0][-1]}
        given[0] = given[0][:-1]
    if given and isinstance(given[-1], list):
        given[-1:] = _words(given[-1])
    line = command_line(ruby, (*given, options) if options else tuple(given))
    merges = any(_is_errors(key) and _is_output(value) for key, value in options.items())
    command = RunningCommand(ruby, line, MERGED if merges else SEPARATE)
    made = RubyObject(self)

    def on_close() -> None:
        if command.result is None:
            command.input.text = stream.pending or stream.text if mode[0] != "r" else ""
        result = command.finish()
        if not merges:
            pass_errors(result)
        ruby.host.child_status = command.status()

    def read_all() -> str:
        command.input.text = stream.text
        text = command.output()
        stream.position = 0
        return text

    stream = Stream(
        is_readable=True,
        is_writable=mode[0] == "w" or "+" in mode,
        read_all=read_all,
        on_close=on_close,
    )
    stream.pending = ""
    stream.pid = command.pid
    set_stream(made, stream)
    if mode == "r":
        command.finish()  # a missing command is an error here
    else:
        command.close_at_end(stream.close)
    if block is None:
        return made
    try:
        return block(ruby, made)
    finally:
        stream.close()


def _words(array: list[object]) -> list[object]:
    """Return the arguments of a command given as an array, which needs no shell."""
    if not array:
        raise argument_error("wrong number of arguments (given 0, expected 1+)")
    environment, words = ([array[0]], array[1:]) if isinstance(array[0], dict) else ([], array)
    if not words:
        raise argument_error("wrong number of arguments (given 0, expected 1+)")
    first = words[0]
    return [*environment, first if isinstance(first, list) else [first, first], *words[1:]]


def _is_errors(key: object) -> bool:
    return key in (2, symbol("err"))


def _is_output(value: object) -> bool:
    if isinstance(value, list):
        return value in ([symbol("child"), symbol("out")], [symbol("child"), 1])
    return value in (1, symbol("out"))


def _popen3(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    return _open(ruby, arguments, block, SEPARATE, has_errors=True)


def _popen2(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    return _open(ruby, arguments, block, SEPARATE, has_errors=False)


def _popen2e(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    return _open(ruby, arguments, block, MERGED, has_errors=False)


def _open(
    ruby: Interpreter,
    arguments: tuple[object, ...],
    block: Proc | None,
    errors: str,
    *,
    has_errors: bool,
) -> object:
    ruby.host.machine("Open3")
    command = RunningCommand(ruby, command_line(ruby, arguments), errors)
    command.input.on_close = lambda: (command.finish(), None)[1]
    streams = [
        _stream(ruby, command.input),
        _stream(ruby, Stream(read_all=command.output)),
        *([_stream(ruby, Stream(read_all=command.errors))] if has_errors else []),
    ]
    values: list[object] = [*streams, command]
    if block is None:
        return values
    try:
        return block(ruby, *values)
    finally:
        for each in streams:
            stream_of(each).is_closed = True
        command.finish()


def _capture(errors: str, *, has_errors: bool, has_output: bool = True) -> Callable[..., object]:
    def capture(ruby: Interpreter, _self: object, *arguments: object) -> list[object]:
        ruby.host.machine("Open3")
        rest, options = options_of(arguments)
        given = options.get("stdin_data")
        line = command_line(ruby, (*rest, _options(arguments)) if options else arguments)
        stdin = None if given is None else to_bytes(to_s(ruby, given))
        result = run(ruby, line, "Open3", stdin=stdin, errors=errors)
        if not has_errors and errors == SEPARATE:
            pass_errors(result)
        made: list[object] = [from_bytes(result.output.content)] if has_output else []
        if has_errors:
            made.append(from_bytes(result.errors.content))
        return [*made, ruby.host.child_status]

    return capture


def _options(arguments: tuple[object, ...]) -> dict[object, object]:
    last = arguments[-1]
    return last if isinstance(last, dict) else {}


OPEN3: dict[str, Callable[..., object]] = {
    "capture2": _capture(SEPARATE, has_errors=False),
    "capture2e": _capture(MERGED, has_errors=False),
    "capture3": _capture(SEPARATE, has_errors=True),
    "popen2": _popen2,
    "popen2e": _popen2e,
    "popen3": _popen3,
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module Open3."""
    return {"Open3": RubyModule("Open3", is_class=False, methods=OPEN3, singleton=OPEN3)}
