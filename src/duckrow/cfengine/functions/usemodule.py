"""usemodule(name, arguments): a program that sets classes and variables."""

from __future__ import annotations

from duckrow.cfengine.functions.common import decoded, facts_of, in_buffer
from duckrow.cfengine.functions.executing import first_word, words_of
from duckrow.cfengine.functions.module_protocol import Module
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.processes.command import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

LARGEST = 64 * 1024 * 1024


def call(context: Context, arguments: list[str]) -> bool:
    """Run a module of the work directory and do what its lines say."""
    from os import getuid

    name, rest = arguments
    quoted = in_buffer(f'"{context.options.work_directory}/modules/{name}"')
    facts = facts_of(context, first_word(quoted), follow=True)
    if facts is None:
        raise FunctionFailed(f"Plug-in module '{quoted}' not found")
    if facts.uid not in (0, getuid()):
        raise FunctionFailed(
            f"Module '{quoted}' was not owned by uid {getuid()} who is executing agent"
        )
    command = in_buffer(f"{quoted} {rest}")
    context.log.verbose(f"Executing and using module [{command}]")
    try:
        result = context.machine.commands.run(Command(words_of(command), limit=LARGEST))
    except OSError:
        return True
    module = Module(context, command)
    for line in result.output.content.split(b"\n"):
        text = decoded(line)
        module.hear(text, is_shown=bool(text.strip(" \t\n\v\f\r")))
    return True
