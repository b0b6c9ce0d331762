"""usemodule and read_module_protocol: classes and variables from a module."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.command_lines import (
    command_directory,
    command_of,
    first_word,
)
from duckrow.cfengine.functions.helpers.common import decoded, facts_of, in_buffer, read_lines
from duckrow.cfengine.functions.helpers.module_protocol import Module
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.errors import error_text
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


LARGEST = 64 * 1024 * 1024


def usemodule(context: Context, arguments: list[str]) -> bool:
    """Run a module of the work directory and apply its output."""
    name, rest = arguments
    quoted = in_buffer(f'"{context.options.work_directory}/modules/{name}"')
    facts = facts_of(context, first_word(quoted), follow=True)
    if facts is None:
        raise FunctionFailed(f"Plug-in module '{quoted}' not found")
    if facts.uid not in (0, user_id()):
        raise FunctionFailed(
            f"Module '{quoted}' was not owned by uid {user_id()} who is executing agent"
        )
    command = in_buffer(f"{quoted} {rest}")
    context.log.verbose(f"Executing and using module [{command}]")
    ready = command_of(command, uses_shell=False)
    ready.directory, ready.limit = command_directory(context), LARGEST
    try:
        content = context.machine.commands.run(ready).output.content
    except OSError as error:
        # cf-agent notices in the child process, whose messages count as the module's.
        complaint = f"   error: Couldn't run '{ready.program}'. (execv: {error_text(error)})"
        content = complaint.encode("utf-8", "surrogateescape")
    module = Module(context, command)
    for line in content.split(b"\n"):
        text = decoded(line)
        module.apply_line(text, is_shown=bool(text.strip(" \t\n\v\f\r")))
    return True


def read_module_protocol(context: Context, arguments: list[str]) -> bool:
    """Apply a file of module protocol lines; return whether it can be read."""
    path = arguments[0]
    try:
        lines = read_lines(context, path)
    except IsADirectoryError as error:
        context.log.error(f"Unable to read from file '{path}'. (fread: {error_text(error)})")
        return False
    except OSError:
        return False
    module = Module(context, path)
    for line in lines:
        module.apply_line(line, is_shown=False)
    return True
