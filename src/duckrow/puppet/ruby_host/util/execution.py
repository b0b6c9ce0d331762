"""Puppet::Util::Execution: commands of providers and types.

A command runs in its own session, without input, in the C locale and without the variables of the
user who started the run. A string is split into words or given to the shell, as Ruby does it.
"""

from __future__ import annotations

from duckrow.machine.processes.command import IGNORED, MERGED
from duckrow.puppet.ruby_host.objects import class_at, reader
from duckrow.puppet.ruby_host.util.logs import log
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.core.objects.heirs import StringHeir
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.exceptions import error_of, new_exception
from duckrow.ruby.library.host.asking import absolute
from duckrow.ruby.library.host.commands import (
    CommandLine,
    StatusValue,
    change_environment,
    find_program,
    run,
    run_program,
    words_of,
)
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

LOCALE = (
    "LANG LC_ALL LC_MESSAGES LANGUAGE LC_COLLATE LC_CTYPE LC_MONETARY LC_NUMERIC LC_TIME".split()
)
USER = ("HOME", "USER", "LOGNAME")
_HIDDEN = "[redacted]"


class Options:
    """The options of execute, with their defaults."""

    __slots__ = ("_given",)

    def __init__(self, given: dict[object, object] | None) -> None:
        self._given = given

    def value(self, name: str, default: object = None) -> object:
        """Return an option."""
        if self._given is None:
            return default
        return self._given.get(symbol(name), default)

    def has(self, name: str, *, default: bool = False) -> bool:
        """Return whether an option is set."""
        return truthy(self.value(name, default))

    @property
    def is_default(self) -> bool:
        """Whether the caller gave no options; combine and failonfail are on then."""
        return self._given is None


def execute(ruby: Interpreter, _self: object, command: object, options: object = None) -> str:
    """Run a command and return its output; its exit code is `exitstatus` of the output."""
    given = Options(options if isinstance(options, dict) else None)
    words = _flat(ruby, command) if isinstance(command, list) else None
    text = to_s(ruby, command) if words is None else " ".join(words)
    if given.has("sensitive"):
        text = _HIDDEN
    log(ruby, "debug", f"Executing{_identity_text(ruby, given)}: '{text}'")
    directory = given.value("cwd")
    if directory is not None and ruby.host.kind_of(absolute(ruby, directory)) != "directory":
        raise argument_error(f"Working directory {to_s(ruby, directory)} does not exist!")
    argv = words_of(to_s(ruby, command)) if words is None else words
    if words is not None and len(words) == 1:
        argv = words_of(words[0])  # Ruby's exec of one word may use the shell
    output, status = _run(ruby, argv, given, directory)
    code = None if status.signal is not None else status.status
    if given.has("failonfail", default=given.is_default) and code != 0:
        shown = "" if code is None else code
        raise RubyError(
            "Puppet::ExecutionFailure",
            f"Execution of '{text}' returned {shown}: {output.strip()}",
        )
    made = StringHeir(class_at(ruby, "Puppet::Util::Execution::ProcessOutput"), output)
    made.variables["exitstatus"] = code
    return made


def _flat(ruby: Interpreter, words: list[object]) -> list[str]:
    made: list[str] = []
    for each in words:
        made += _flat(ruby, each) if isinstance(each, list) else [to_s(ruby, each)]
    return made


def _identity_text(ruby: Interpreter, options: Options) -> str:
    parts = [
        f" {name}={to_s(ruby, options.value(name))}"
        for name in ("uid", "gid")
        if truthy(options.value(name))
    ]
    return f" with{''.join(parts)}" if parts else ""


def _run(
    ruby: Interpreter, argv: list[str], options: Options, directory: object
) -> tuple[str, StatusValue]:
    environment = _environment(ruby, options)
    program = find_program(ruby, argv[0], environment.get("PATH"), "Puppet::Util::Execution")
    combines = options.has("combine", default=options.is_default)
    if program is None:
        message = f"Could not execute posix command: No such file or directory - {argv[0]}"
        status = StatusValue(1, None, ruby.host.new_child())
        ruby.host.child_status = status
        return f"Error: {message}\n" if combines else "", status
    stdin = options.value("stdinfile")
    try:
        result = run_program(
            ruby,
            argv,
            "Puppet::Util::Execution.execute",
            program=program,
            environment=environment,
            directory=directory,
            identity=_identity(ruby, options),
            stdin=None if stdin is None else to_bytes(ruby.host.read(absolute(ruby, stdin))),
            errors=MERGED if combines else IGNORED,
        )
    except OSError as error:
        text = f"Error: Could not execute posix command: {error.strerror} - {argv[0]}\n"
        return text if combines else "", StatusValue(1, None, ruby.host.new_child())
    output = "" if options.has("squelch") else from_bytes(result.output.content)
    return output, StatusValue(result.status, result.signal)


def _environment(ruby: Interpreter, options: Options) -> dict[str, str]:
    names = dict(ruby.host.environment)
    if options.has("override_locale", default=True):
        for name in LOCALE:
            names.pop(name, None)
        names |= {"LANG": "C", "LC_ALL": "C"}
    for name in USER:
        names.pop(name, None)
    custom = options.value("custom_environment")
    if isinstance(custom, dict):
        change_environment(ruby, names, custom)
    return names


def _identity(
    ruby: Interpreter, options: Options
) -> tuple[int | None, int | None, list[int] | None]:
    """Return user, group and all groups that a command runs with."""
    user, group = options.value("uid"), options.value("gid")
    users = ruby.host.machine("Puppet::Util::Execution.execute").users
    gid = None
    if group is not None:
        gid = users.gid(group if isinstance(group, int) else to_s(ruby, group))
        if gid is None:
            raise RubyError("Puppet::Error", f"No such group {to_s(ruby, group)}")
    if user is None:
        return None, gid, None if gid is None else [gid]
    word = user if isinstance(user, int) else to_s(ruby, user)
    found = users.identity(word)
    if found is None:
        raise RubyError("Puppet::Error", f"No such user {to_s(ruby, user)}")
    uid, own_gid, groups = found
    return uid, own_gid if gid is None else gid, groups


def execpipe(
    ruby: Interpreter,
    self: object,
    command: object,
    fails: object = True,
    *,
    block: Proc | None = None,
) -> object:
    """Call a block with the output of a shell command."""
    text = " ".join(_flat(ruby, command)) if isinstance(command, list) else to_s(ruby, command)
    log(ruby, "debug", f"Executing '{text}'")
    environment = {**ruby.host.environment, "LANG": "C", "LC_ALL": "C"}
    line = CommandLine(["/bin/sh", "-c", f"{text} 2>&1"], environment, {})
    result = run(ruby, line, "Puppet::Util::Execution.execpipe", errors=MERGED)
    pipe = send(ruby, find_constant(ruby, "StringIO"), "new", from_bytes(result.output.content))
    output = None if block is None else block(ruby, pipe)
    if truthy(fails) and not result.is_success:
        raise RubyError("Puppet::ExecutionFailure", to_s(ruby, output))
    del self
    return output


def execfail(ruby: Interpreter, self: object, command: object, exception: object) -> object:
    """Run a command; a failure raises the given exception."""
    options = {symbol("failonfail"): True, symbol("combine"): True}
    try:
        return execute(ruby, self, command, options)
    except RubyError as error:
        if error.class_name != "Puppet::ExecutionFailure" or not isinstance(exception, RubyModule):
            raise

        raise error_of(ruby, new_exception(ruby, exception, error.message)) from None


METHODS: dict[str, Callable[..., object]] = {
    "execute": execute,
    "util_execute": execute,
    "execpipe": execpipe,
    "execfail": execfail,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module; the output of a command is a String with an exit code."""
    module = RubyModule(
        "Puppet::Util::Execution", is_class=False, methods=METHODS, singleton=METHODS
    )
    return {
        "Puppet::Util::Execution": module,
        "Puppet::Util::Execution::ProcessOutput": RubyModule(
            "Puppet::Util::Execution::ProcessOutput",
            known_class(ruby, "String"),
            methods={"exitstatus": reader("exitstatus")},
        ),
        "Puppet::Util::Execution::NoOptionsSpecified": {},
    }
