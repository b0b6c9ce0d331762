"""Split and run command lines, and read their output."""

from __future__ import annotations

import re
import sys

from duckrow.cfengine.functions.helpers.common import decoded, fatal
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.processes.command import IGNORED, MERGED, SEPARATE, Command
from duckrow.machine.this_process import group_id, groups, user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.facts import FileFacts

LARGEST = 102_400_000
_BLANKS = " \t\n\v\f\r"


def run_for_output(context: Context, function: str, arguments: list[str]) -> tuple[str, int]:
    """Run a command with or without a shell; return its output and exit code, or fail."""
    if not arguments:
        raise fatal(f"Missing argument to {function}() - Must specify command")
    if len(arguments) == 1:
        raise fatal(
            f"Missing argument to {function}() - "
            "Must specify 'noshell', 'useshell', or 'powershell'"
        )
    if len(arguments) > 3:
        raise fatal(f"Too many arguments to {function}() - Maximum 3 allowed")
    command, shell = arguments[0], arguments[1]
    wanted = arguments[2] if len(arguments) > 2 else "both"
    if command.lstrip('"').startswith("/"):
        if not is_executable(context, first_word(command)):
            raise FunctionFailed(f"{function} '{command}' is assumed to be executable but isn't")
    elif shell not in ("useshell", "powershell"):
        raise FunctionFailed(f"{function} '{command}' does not have an absolute path")
    if shell == "powershell":
        context.log.error("Powershell is only supported on Windows")
        raise _failed(function, command)
    ready = command_of(command, uses_shell=shell == "useshell")
    ready.directory = command_directory(context)
    ready.errors = {"both": MERGED, "stdout": IGNORED}.get(wanted, SEPARATE)
    ready.limit = LARGEST
    try:
        result = context.machine.commands.run(ready)
    except OSError:
        # cf-agent notices in the child process, which ends silently.
        return "", 1
    content = result.errors.content if wanted == "stderr" else result.output.content
    context.log.verbose(f"{function} ran '{command}' successfully")
    return _text(content), -1 if result.signal is not None else result.status


def _failed(function: str, command: str) -> FunctionFailed:
    return FunctionFailed(f"{function} could not run '{command}' successfully", "verbose")


def _text(content: bytes) -> str:
    """Return the output without trailing blanks; a zero byte ends its line."""
    if b"\0" in content:
        content = b"\n".join(line.partition(b"\0")[0] for line in content.split(b"\n"))
    return decoded(content).rstrip(_BLANKS)


def first_word(command: str) -> str:
    """Return the path of the program at the start of a command line."""
    if command.startswith('"'):
        return command[1:].partition('"')[0]
    return command.partition(" ")[0]


def command_of(line: str, *, uses_shell: bool) -> Command:
    """Make a command from a line; a shell is named sh, since its messages start with the name."""
    if uses_shell:
        return Command(["sh", "-c", line], program="/bin/sh")
    return Command(split_command(line))


def show_errors(content: bytes) -> None:
    """Write the error output of a program to the agent's own."""
    if content:
        sys.stderr.write(content.decode("utf-8", "backslashreplace"))


def command_directory(context: Context) -> str | None:
    """Return the directory for commands: that of the last files promise, or None."""
    found = context.directory
    if not found:
        return None
    facts = context.machine.files_now.facts(found, follow=True)
    return found if facts is not None and facts.is_directory else None


def split_command(command: str) -> list[str]:
    """Split a command line at blanks; quotes around a word are removed."""
    words: list[str] = []
    offset = 0
    while offset < len(command):
        char = command[offset]
        if char in _BLANKS:
            offset += 1
            continue
        if char in "\"'`":
            offset += 1
            end = command.find(char, offset)
        else:
            blank = re.compile(f"[{_BLANKS}]").search(command, offset)
            end = -1 if blank is None else blank.start()
        if end < 0:
            words.append(command[offset:])
            break
        words.append(command[offset:end])
        offset = end + 1 if command[end] in "\"'`" else end
    return words


def is_executable(context: Context, path: str) -> bool:
    """Return whether a program may be run; a world-writable one is rejected with an error."""
    try:
        facts = context.machine.files_now.facts(path, follow=True)
    except OSError:
        facts = None
    if facts is None:
        context.log.error(f"Proposed executable file '{path}' doesn't exist")
        return False
    if facts.mode & 0o002:
        context.log.error(f"SECURITY ALERT: promised executable '{path}' is world writable! ")
        context.log.error(
            "SECURITY ALERT: CFEngine will not execute this - requires human inspection"
        )
        return False
    return _may_execute(facts)


def _may_execute(facts: FileFacts) -> bool:
    uid = user_id()
    if uid in (0, facts.uid):
        return bool(facts.mode & 0o100)
    if facts.gid == group_id():
        return bool(facts.mode & 0o010)
    return bool(facts.mode & 0o001 or (facts.gid in groups() and facts.mode & 0o010))
