"""Running commands: backticks, system, spawn, and $?.

A string without characters of the shell is split into words, as Ruby does it; any other string is
run by /bin/sh.
"""

from __future__ import annotations

import sys
from time import monotonic
from time import sleep as wait

from duckrow.machine.processes.command import MERGED, SEPARATE, Command
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_str
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.library.host.asking import absolute, kernel_error, path_of
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping, Sequence
    from typing import Any

    from duckrow.machine.processes.command import Result
    from duckrow.ruby.interpreter import Interpreter

    Identity = tuple[int | None, int | None, Sequence[int] | None]

LARGEST_OUTPUT = 256 * 1024 * 1024
_SHELL_CHARACTERS = frozenset("*?{}[]<>()~&|\\$;'`\"\n#=%")
_SHELL_WORDS = frozenset(
    (
        "! . : break case continue do done elif else esac eval exec exit export fi for if in "
        "readonly return set shift then times trap unset until while alias bg cd command fc fg "
        "getopts hash jobs read type ulimit umask unalias wait"
    ).split()
)


class StatusValue(TableValue):
    """Process::Status: how a command ended."""

    __slots__ = ("pid", "signal", "status")

    ruby_class_name = "Process::Status"

    def __init__(self, status: int, signal: int | None = None, pid: int = 0) -> None:
        self.status = status
        self.signal = signal
        self.pid = pid

    @property
    def exit_code(self) -> int | None:
        return None if self.signal is not None else self.status

    @property
    def number(self) -> int:
        """The number that wait(2) returns."""
        return self.signal if self.signal is not None else self.status << 8

    def text(self) -> str:
        if self.signal is None:
            return f"pid {self.pid} exit {self.status}"
        from duckrow.ruby.library.host.signals import signal_name

        name = signal_name(self.signal)
        word = f"SIG{name} (signal {self.signal})" if name else f"signal {self.signal}"
        return f"pid {self.pid} {word}"


# A copy of a status is empty, that is a success, since Ruby 3.0; modules rely on it unknowingly.
StatusValue.ruby_methods = {
    "dup": lambda _ruby, _self: StatusValue(0),
    "clone": lambda _ruby, _self: StatusValue(0),
    "exitstatus": lambda _ruby, self: self.exit_code,
    "success?": lambda _ruby, self: None if self.signal is not None else self.status == 0,
    "exited?": lambda _ruby, self: self.signal is None,
    "signaled?": lambda _ruby, self: self.signal is not None,
    "termsig": lambda _ruby, self: self.signal,
    "stopped?": lambda _ruby, _self: False,
    "coredump?": lambda _ruby, _self: False,
    "pid": lambda _ruby, self: self.pid,
    "to_i": lambda _ruby, self: self.number,
    "to_s": lambda _ruby, self: self.text(),
    "inspect": lambda _ruby, self: f"#<Process::Status: {self.text()}>",
    "==": lambda _ruby, self, other: (
        other is self or other == self.number if isinstance(other, int) else other is self
    ),
    ">>": lambda _ruby, self, count: self.number >> count,
    "&": lambda _ruby, self, mask: self.number & mask,
}


class CommandLine:
    """What a call of system or popen names: the words and how they run."""

    __slots__ = ("argv", "environment", "options", "program")

    def __init__(
        self,
        argv: Sequence[str],
        environment: dict[str, str],
        options: dict[object, object],
        program: str | None = None,
    ) -> None:
        self.argv = list(argv)
        self.environment = environment
        self.options = options
        self.program = program


def words_of(text: str) -> list[str]:
    """Return the words of a command line: those of the text, or of the shell that runs it."""
    words = text.split()
    if not words or _SHELL_CHARACTERS & set(text) or words[0] in _SHELL_WORDS:
        return ["/bin/sh", "-c", text]
    return words


def command_line(ruby: Interpreter, arguments: tuple[object, ...]) -> CommandLine:
    """Read the arguments of system, spawn or popen: environment, words, options."""
    given = list(arguments)
    environment = dict(ruby.host.environment)
    options: dict[object, object] = {}
    last = given[-1] if len(given) > 1 else None
    if isinstance(last, dict):
        options = last
        given.pop()
    first = given[0] if given else None
    if isinstance(first, dict):
        change_environment(ruby, environment, first)
        given.pop(0)
    if options.get(symbol("unsetenv_others")):
        own = given_environment(ruby, arguments)
        environment = own
    if len(given) == 1 and isinstance(given[0], str):
        return CommandLine(words_of(given[0]), environment, options)
    program = None
    if given and isinstance(given[0], list) and len(given[0]) == 2:
        program, given[0] = to_str(ruby, given[0][0]), given[0][1]
    words = [path_word(ruby, each) for each in given]
    return CommandLine(words, environment, options, program)


def given_environment(ruby: Interpreter, arguments: tuple[object, ...]) -> dict[str, str]:
    """Return only the variables that a call names."""
    made: dict[str, str] = {}
    if arguments and isinstance(arguments[0], dict):
        change_environment(ruby, made, arguments[0])
    return made


def change_environment(
    ruby: Interpreter, environment: MutableMapping[str, str], changes: dict[Any, object]
) -> None:
    """Set variables of an environment; nil removes one."""
    for key, value in changes.items():
        name = to_s(ruby, from_key(key))
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = to_s(ruby, value)


def path_word(ruby: Interpreter, value: object) -> str:
    """Return a word of a command line."""
    return value if type(value) is str else path_of(ruby, value)


def run(
    ruby: Interpreter,
    line: CommandLine,
    construct: str,
    *,
    stdin: bytes | None = None,
    errors: str = SEPARATE,
    pid: int | None = None,
) -> Result:
    """Run a command to its end and set $?; a command that is missing raises ENOENT."""
    child = ruby.host.new_child() if pid is None else pid
    program = program_of(ruby, line, construct, child)
    try:
        return run_program(
            ruby,
            line.argv,
            construct,
            program=program,
            environment=line.environment,
            directory=line.options.get(symbol("chdir")),
            stdin=stdin,
            errors=errors,
            pid=child,
        )
    except OSError as error:
        raise kernel_error(error.errno or 5, "", line.program or line.argv[0]) from None


def run_program(
    ruby: Interpreter,
    argv: Sequence[str],
    construct: str,
    *,
    program: str,
    environment: Mapping[str, str],
    directory: object = None,
    identity: Identity = (None, None, None),
    stdin: bytes | None = None,
    errors: str = SEPARATE,
    pid: int | None = None,
) -> Result:
    """Run a program to its end, at most until the time limit of the code, and set $?.

    `identity` is user, group and all groups. A program that does not start raises OSError.
    """
    uid, gid, groups = identity
    command = Command(
        argv,
        environment=environment,
        directory=ruby.host.directory if directory is None else absolute(ruby, directory),
        uid=uid,
        gid=gid,
        groups=groups,
        timeout=seconds_left(ruby),
        stdin=stdin,
        errors=errors,
        limit=LARGEST_OUTPUT,
        program=program,
    )
    result = ruby.host.machine(construct).commands.run(command)
    if result.has_timed_out:
        raise ruby.host.expired()
    child = ruby.host.new_child() if pid is None else pid
    ruby.host.child_status = StatusValue(result.status, result.signal, child)
    return result


def find_program(ruby: Interpreter, name: str, path: str | None, construct: str) -> str | None:
    """Return the path of a program to run, or None; one that a scratch root lacks is not there.

    Code that only looks for a program, as `which` does, asks `stat.find_executable`, which sees the
    files of the machine.
    """
    machine = ruby.host.machine(construct)
    found = machine.commands.find(name, path)
    if found is None or machine.root == "/":
        return found
    return None if machine.files.facts(found, follow=True) is None else found


def program_of(ruby: Interpreter, line: CommandLine, construct: str, child: int) -> str:
    """Return the path of the program of a command; raise ENOENT or EACCES, and set $?."""
    if not line.argv:
        raise kernel_error(2, "", "")
    if any("\0" in word for word in line.argv):
        raise argument_error("string contains null byte")
    name = line.program or line.argv[0]
    found = find_program(ruby, name, line.environment.get("PATH"), construct)
    if found is None:
        number = 13 if "/" in name and _is_there(ruby, name) else 2
        ruby.host.child_status = StatusValue(126 if number == 13 else 127, None, child)
        raise kernel_error(number, "", name)
    return found


def _is_there(ruby: Interpreter, path: str) -> bool:
    files = ruby.host.machine("a command").files
    return files.facts(absolute(ruby, path), follow=True) is not None


def seconds_left(ruby: Interpreter) -> float | None:
    """Return the time until the innermost Timeout.timeout expires."""
    deadline = ruby.host.deadline
    if deadline is None:
        return None
    left = deadline - monotonic()
    if left <= 0:
        raise ruby.host.expired()
    return left


def pass_errors(result: Result) -> None:
    """Write the error output of a command to ours, where Ruby leaves it."""
    if result.errors.content:
        sys.stderr.write(from_bytes(result.errors.content))


def backticks(ruby: Interpreter, _self: object, text: object) -> str:
    """Return the output of a command."""
    line = CommandLine(words_of(to_str(ruby, text)), dict(ruby.host.environment), {})
    result = run(ruby, line, "a command in backticks")
    pass_errors(result)
    return from_bytes(result.output.content)


def system(ruby: Interpreter, _self: object, *arguments: object) -> bool | None:
    """Run a command; return whether it succeeded, nil if it cannot be started."""
    ruby.host.machine("system")
    line = command_line(ruby, arguments)
    output, errors = _redirections(ruby, line)
    try:
        result = run(ruby, line, "system", errors=MERGED if errors == "out" else SEPARATE)
    except RubyError as error:
        if error.class_name.startswith("Errno::"):
            if line.options.get(symbol("exception")):
                raise
            return None
        raise
    write_to(ruby, output, result.output.content, sys.stdout)
    if errors != "out":
        write_to(ruby, errors, result.errors.content, sys.stderr)
    status = ruby.host.child_status
    if line.options.get(symbol("exception")) and not result.is_success:
        text = status.text() if isinstance(status, StatusValue) else ""
        ending = text.split(" ", 2)[2]
        raise RubyError("RuntimeError", f"Command failed with {ending}: {line.argv[0]}")
    return None if result.signal is not None else result.status == 0


def _redirections(ruby: Interpreter, line: CommandLine) -> tuple[object, object]:
    """Return where the options send the output and the errors."""
    output: object = None
    errors: object = None
    for key, value in line.options.items():
        names = [_stream_name(ruby, each) for each in _listed(key)]
        target = _stream_name(ruby, value)
        if "out" in names:
            output = target
        if "err" in names:
            errors = "out" if "out" in names else target
    return output, errors


def _listed(key: object) -> list[object]:
    value = getattr(key, "value", key)
    return value if isinstance(value, list) else [value]


def _stream_name(ruby: Interpreter, value: object) -> object:
    if isinstance(value, RubyObject):
        value = value.variables.get(" name", value)
    if value in (1, symbol("out")):
        return "out"
    if value in (2, symbol("err")):
        return "err"
    if isinstance(value, list):
        return [_stream_name(ruby, each) for each in value]
    return value


def write_to(ruby: Interpreter, target: object, content: bytes, usual: object) -> None:
    """Write output where a redirection says, else to our own stream."""
    from duckrow.ruby.library.host.opening import open_stream
    from duckrow.ruby.library.host.streams import stream_of

    text = from_bytes(content)
    if target is None or target in ("out", "err"):
        stream = sys.stderr if target == "err" else sys.stdout if target == "out" else usual
        if text and hasattr(stream, "write"):
            stream.write(text)
    elif isinstance(target, RubyObject):
        stream_of(target).write(text)
    elif isinstance(target, list):
        opened = open_stream(ruby, target[0], *target[1:])
        opened.write(text)
        opened.close()
    elif isinstance(target, str) and target != "/dev/null":
        opened = open_stream(ruby, target, "w")
        opened.write(text)
        opened.close()


def spawn(ruby: Interpreter, self: object, *arguments: object) -> int:
    """Run a command and return an id for Process.wait; the command has ended by then."""
    success = system(ruby, self, *arguments)
    status = ruby.host.child_status
    assert isinstance(status, StatusValue)
    if success is None and status.signal is None and status.status in (126, 127):
        raise kernel_error(2, "", command_line(ruby, arguments).argv[0])
    ruby.host.children[status.pid] = status
    return status.pid


def sleep(ruby: Interpreter, _self: object, seconds: object = None) -> int:
    """Wait; a Timeout.timeout around it may end it."""
    ruby.host.machine("sleep")
    if isinstance(seconds, int | float) and seconds < 0:
        raise argument_error("time interval must not be negative")
    wanted = float(seconds) if isinstance(seconds, int | float) else 0.0
    left = seconds_left(ruby)
    wait(wanted if left is None else min(wanted, left))
    if left is not None and wanted > left:
        raise ruby.host.expired()
    return round(wanted)


def exit_(ruby: Interpreter, _self: object, status: object = True, *_: object) -> object:
    """Raise SystemExit."""
    ruby.host.machine("exit")
    error = RubyError("SystemExit", "exit")
    error.status = status if type(status) is int else int(not status)
    raise error


def abort(ruby: Interpreter, _self: object, message: object = None) -> object:
    """Raise SystemExit with a message, which is printed."""
    ruby.host.machine("abort")
    if message is not None:
        sys.stderr.write(f"{to_s(ruby, message)}\n")
    error = RubyError("SystemExit", "exit" if message is None else to_s(ruby, message))
    error.status = 1
    raise error


KERNEL: dict[str, Callable[..., object]] = {
    "`": backticks,
    "system": system,
    "spawn": spawn,
    "sleep": sleep,
    "exit": exit_,
    "exit!": exit_,
    "abort": abort,
}
