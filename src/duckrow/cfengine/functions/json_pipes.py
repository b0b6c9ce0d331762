"""Data sent through a program that reads JSON and writes JSON."""

from __future__ import annotations

from duckrow.cfengine.functions.common import decoded
from duckrow.cfengine.functions.executing import words_of
from duckrow.cfengine.values.json_text import JsonError, parse, pretty
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.processes.command import IGNORED, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json

_SECONDS = 5.0


def pipe_through(context: Context, command: str, container: Json) -> list[Json]:
    """Give the JSON values that a program writes when it reads a container, one after another."""
    given = pretty(container).encode("utf-8", "surrogateescape")
    text = ""
    argv = words_of(command)
    if argv:
        try:
            result = context.machine.commands.run(
                Command(argv, stdin=given, errors=IGNORED, timeout=_SECONDS)
            )
        except OSError:
            pass
        else:
            text = decoded(result.output.content)
            if result.status != 0:
                context.log.verbose(
                    f"{command} returned with non zero return code: {result.status}"
                )
    if not text:
        raise FunctionFailed("Function mapdata failed to get output from 'json_pipe' execution")
    return _values(text)


def _values(text: str) -> list[Json]:
    """Join lines until they can be read as JSON."""
    out: list[Json] = []
    joined = ""
    for line in text.split("\n"):
        joined = f"{joined}\n{line}" if joined else line
        try:
            out.append(parse(joined))
        except JsonError:
            continue
        joined = ""
    return out
