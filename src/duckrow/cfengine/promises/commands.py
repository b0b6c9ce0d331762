"""commands: run a program, in a container of its own if one is promised.

What the program writes is quoted in the log after the outcome is told, as the reference does: it
collects quotes and says them together.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.locks import acquire
from duckrow.cfengine.evaluation.outcomes import worse
from duckrow.cfengine.functions.executing import (
    command_of,
    directory_now,
    first_word,
    is_executable,
)
from duckrow.cfengine.promises.reference_to import say_where
from duckrow.cfengine.promises.return_codes import tell_return_code
from duckrow.cfengine.values.outcomes import FAILED, NOOP, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.functions.module_protocol import Module
    from duckrow.machine.processes.command import Command, Result

_SHELL = frozenset(("useshell", "true", "yes", "on"))
# Whoever runs as a user that is not known runs as this number, which nobody has.
NOBODY = 0xFFFFFFFE
_BLANKS = " \t\n\v\f\r"
# How much is quoted in one go.
_BUFFER = 4096
_PREVIEW_MARKS = (":silent:", ":inform:", ":verbose:", ":editverbose:", ":error:", ":logonly:")


def keep(context: Context, promise: Actual) -> str:
    """Run it."""
    hides = promise.flag("no_output", default=promise.flag("module"))
    if hides and promise.flag("preview"):
        context.log.error("no_output and preview are mutually exclusive (broken promise)")
        say_where(context, promise)
        return FAILED
    words = [promise.promiser]
    if promise.has("args"):
        words.append(promise.text("args") or "")
    line = " ".join(words + promise.items("arglist"))
    command = _make_command(context, promise, line)
    lock = acquire(context, promise, line)
    if lock is None:
        return SKIPPED
    try:
        return _repair(context, promise, line, command, hides=hides)
    finally:
        lock.release()


def _repair(context: Context, promise: Actual, line: str, command: Command, *, hides: bool) -> str:
    shell = promise.text("useshell")
    program = first_word(promise.promiser)
    if program.startswith("/") or not (shell in _SHELL or shell == "powershell"):
        if not is_executable(context, program):
            return _not_executable(context, promise)
        context.log.verbose(f"Promiser string contains a valid executable '{program}' - ok")
    said = "info" if promise.flag("inform", default=True) else "verbose"
    context.log.say(said, f"Executing '{_conditions(command)}' ... '{line}'")
    if context.options.is_trial and not promise.flag("preview"):
        return context.told(WARNED, promise, "warning", f"Would execute script '{line}'")
    if promise.text("action_policy") in ("warn", "nop"):
        return context.told(
            WARNED,
            promise,
            "warning",
            f"Command '{line}' needs to be executed, but only warning was promised",
        )
    if shell == "powershell":
        context.log.error("Powershell is only supported on Windows")
        return FAILED
    outcome = NOOP
    if promise.flag("background"):
        context.log.verbose(f"Backgrounding job '{line}'")
        _start_apart(context, promise, line, command, hides=hides)
    else:
        outcome = _run(context, promise, line, command, hides=hides)
    context.log.say(said, f"Completed execution of '{line}'")
    return outcome


def _not_executable(context: Context, promise: Actual) -> str:
    outcome = context.told(
        FAILED, promise, "error", f"'{promise.promiser}' promises to be executable but isn't"
    )
    if " " in promise.promiser:
        context.log.verbose(
            f'Paths with spaces must be inside escaped quoutes (e.g. \\"{promise.promiser}\\")'
        )
    return outcome


def _make_command(context: Context, promise: Actual, line: str) -> Command:
    command = command_of(line, uses_shell=promise.text("useshell") in _SHELL)
    command.root = promise.text("chroot") or None
    command.directory = promise.text("chdir")
    if not command.directory:
        command.directory = None if command.root else directory_now(context)
    command.umask = _umask(context, promise)
    command.limit = 0
    if promise.has("exec_timeout"):
        command.timeout = float(promise.integer("exec_timeout", 0))
    users = context.machine.users
    owner, group = promise.text("exec_owner"), promise.text("exec_group")
    if owner not in (None, "*"):
        command.uid = users.uid(owner)
        if command.uid is None:
            command.uid = NOBODY
            _say_unknown(context, promise, f"Could not get UID for user '{owner}', (getpwnam")
    if group not in (None, "*"):
        command.gid = users.gid(group)
        if command.gid is None:
            command.gid = NOBODY
            _say_unknown(context, promise, f"Could not get GID for group '{group}', (getgrnam")
        user = None if command.uid is None else users.user_of(command.uid)
        if user is not None:
            command.groups = users.all_gids(user.name, user.gid)
    return command


def _say_unknown(context: Context, promise: Actual, text: str) -> None:
    context.log.info(f"{text}: not found)")
    say_where(context, promise, "info")


def _umask(context: Context, promise: Actual) -> int:
    text = promise.text("umask")
    if text is None:
        return 0o077
    try:
        return int(text, 8)
    except ValueError:
        context.log.error(f"Error reading assumed octal value '{text}'")
        say_where(context, promise)
        return 0o077


def _conditions(command: Command) -> str:
    text = "no timeout" if command.timeout is None else f"timeout={int(command.timeout)}s"
    if command.uid is not None:
        text += f",uid={command.uid}"
    if command.gid is not None:
        text += f",gid={command.gid}"
    return text


def _start_apart(
    context: Context, promise: Actual, line: str, command: Command, *, hides: bool
) -> None:
    """Run it while the agent goes on; the agent waits for it in the end."""
    from duckrow.cfengine.evaluation.state import State

    def work() -> None:
        if context.state is not None:
            # A database that was opened before a fork is not for two.
            context.state = State(context.options.work_directory, context.log)
        _run(context, promise, line, command, hides=hides)
        said = "info" if promise.flag("inform", default=True) else "verbose"
        context.log.say(said, f"Completed execution of '{line}'")
        context.log.verbose(f"Backgrounded command '{line}' is done - exiting")

    children: list[int] = context.memory.setdefault("background", [])
    if not children:
        context.memory.setdefault("at the end", []).append(_wait_for_background)
    children.append(context.machine.commands.apart(work))


def _wait_for_background(context: Context) -> None:
    context.log.verbose("Waiting for background processes")
    for pid in context.memory.pop("background", ()):
        context.machine.commands.wait_for(pid)
        context.log.verbose(f"Background process {pid} terminated")
    context.log.verbose("No more background processes to wait for")


def _run(context: Context, promise: Actual, line: str, command: Command, *, hides: bool) -> str:
    module: Module | None = None
    if promise.flag("module"):
        from duckrow.cfengine.functions.module_protocol import Module

        module = Module(context, line)
    reader = _Reader(context, line, module, quotes=not hides, previews=promise.flag("preview"))
    context.log.verbose(f"Setting umask to {command.umask:o}")
    if command.umask == 0:
        context.log.verbose(f"Programming '{line}' running with umask 0! Use umask= to set")
    code = _execute(context, command, reader)
    if code < 0:
        outcome = context.told(
            FAILED,
            promise,
            "error",
            f"Finished script '{promise.promiser}' - failed (abnormal termination)",
        )
    else:
        outcome = tell_return_code(context, promise, code)
    reader.finish()
    return worse(outcome, NOOP)


def _execute(context: Context, command: Command, reader: _Reader) -> int:
    """Run it; gives its exit code, or -1 if it was ended by a signal."""
    if command.gid is not None and command.groups is None:
        # The reference looks up the groups of a user that is not known, or was not given.
        who = 0xFFFFFFFF if command.uid is None else command.uid
        complaint = _place_complaint(context, command) or (
            f"Unable to get login groups when dropping privilege to '{who}'. (getpwuid: Success)"
        )
        reader.line(f"   error: {complaint}")
        return 1
    try:
        result: Result = context.machine.commands.run(command, reader.take)
    except OSError as error:
        reader.line(f"   error: {_complaint(command, error)}")
        return 1
    reader.end()
    return -1 if result.signal is not None or result.has_timed_out else result.status


def _place_complaint(context: Context, command: Command) -> str | None:
    """Say what is wrong with the root and the directory, which are entered first."""
    root = command.root or ""
    for path, place, verb in (
        (command.root, root, "chroot"),
        (command.directory, f"{root}/{command.directory}", "chdir"),
    ):
        if path is None:
            continue
        facts = context.machine.files_now.facts(place, follow=True)
        if facts is None or not facts.is_directory:
            reason = "No such file or directory" if facts is None else "Not a directory"
            return f"Couldn't {verb} to '{path}'. ({verb}: {reason})"
    return None


def _complaint(command: Command, error: OSError) -> str:
    if command.directory is not None and error.filename == command.directory:
        return f"Couldn't chdir to '{command.directory}'. (chdir: {error.strerror})"
    if command.root is not None and error.filename == command.root:
        return f"Couldn't chroot to '{command.root}'. (chroot: {error.strerror})"
    if error.filename is None and command.uid is not None:
        return f"Couldn't set uid to '{command.uid}'. (setuid: {error.strerror})"
    if command.argv[0] != command.program:
        return f"Couldn't run: '{command.argv[-1]}'  (execl: {error.strerror})"
    return f"Couldn't run '{command.program}'. (execv: {error.strerror})"


class _Reader:
    """Takes what a program writes, line by line as it comes."""

    __slots__ = (
        "_context",
        "_count",
        "_is_over",
        "_line",
        "_module",
        "_prefix",
        "_previews",
        "_quoted",
        "_quotes",
        "_rest",
        "_size",
    )

    def __init__(
        self,
        context: Context,
        line: str,
        module: Module | None,
        *,
        quotes: bool,
        previews: bool,
    ) -> None:
        self._context = context
        self._line = line
        self._module = module
        self._quotes = quotes
        self._previews = previews
        self._prefix = prefix_of(line)
        self._rest = b""
        self._is_over = False
        self._quoted: list[str] = []
        self._size = 0
        self._count = 0

    def take(self, piece: bytes) -> None:
        """Take in what was written next."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for each in lines:
            self.line(each.partition(b"\0")[0].decode("utf-8", "surrogateescape"))

    def end(self) -> None:
        """Take the last line if it had no end."""
        if self._rest:
            self.take(b"\n")

    def line(self, text: str) -> None:
        """Take one line."""
        if self._is_over:
            return
        if "cfengine-die" in text:
            self._is_over = True
            return
        if self._previews:
            self._preview(text)
        if self._module is not None:
            self._module.hear(text, is_shown=self._quotes)
        if self._quotes and text.strip(_BLANKS):
            self._quote(text)
            self._count += 1

    def finish(self) -> None:
        """Say what was quoted last, and how much there was."""
        if not self._count:
            return
        self._flush()
        self._context.log.info(
            f"Last {self._count} quoted lines were generated by promiser '{self._line}'"
        )

    def _preview(self, text: str) -> None:
        for mark in _PREVIEW_MARKS:
            if text.startswith(mark):
                text = text[len(mark) :]
                break
        self._context.log.verbose(f"'{text}', preview of '{self._line}'")

    def _quote(self, text: str) -> None:
        size = len((self._prefix + text).encode("utf-8", "surrogateescape")) + 12
        if size > _BUFFER:
            self._context.log.notice(f"Q: '{self._prefix}': {text}")
            return
        if self._size + size > _BUFFER:
            self._flush()
        self._quoted.append(f'Q: "...{self._prefix}": {text}')
        self._size += size - 1

    def _flush(self) -> None:
        if self._quoted:
            self._context.log.notice("\n".join(self._quoted))
        self._quoted.clear()
        self._size = 0


def prefix_of(line: str) -> str:
    """Give the few letters by which the log knows a command."""
    end = line.find(" ")
    end = len(line) if end < 0 else end
    start = end - 10 if end >= 10 else 0
    return line[start : start + 15]
