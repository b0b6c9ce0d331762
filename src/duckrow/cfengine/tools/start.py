"""What all tools begin with: the options that they share, and the work directory."""

from __future__ import annotations

from duckrow.cfengine.agent.command import configure_log
from duckrow.cfengine.agent.command_line import Option, begin_command
from duckrow.cfengine.agent.make_options import find_work_directory
from duckrow.cfengine.agent.work_directory import has_work_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.messages.log import Log

    Tool = Callable[["Call"], int]

COMMON = (
    Option("help", "h", "no", "print this help"),
    Option("inform", "I", "no", "show informational messages"),
    Option("debug", "d", "no", "show debug messages"),
    Option("verbose", "v", "no", "show verbose messages"),
    Option("version", "V", "no", "print the version"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("timestamp", "", "no", "start each log line with the time"),
)


class Call:
    """One call of a tool: its options and arguments, its log and its work directory."""

    __slots__ = ("given", "log", "rest", "work_directory")

    def __init__(self, given: dict[str, list[str]], rest: list[str], log: Log) -> None:
        self.given = given
        self.rest = rest
        self.log = log
        self.work_directory = find_work_directory(given)

    def value(self, name: str) -> str | None:
        """Return the last value of an option, None without the option."""
        return self.given[name][-1] if name in self.given else None


def run_tool(
    program: str,
    options: tuple[Option, ...],
    words: list[str],
    log: Log,
    tool: Tool,
    commands: Mapping[str, tuple[str, str]] | None = None,
) -> int:
    """Parse the command line of a tool and run it; return the exit code."""
    begun = begin_command(program, options, words, log, commands)
    if isinstance(begun, int):
        return begun
    given, rest = begun
    if not configure_log(log, given):
        return 1
    call = Call(given, rest, log)
    if not has_work_directory(call.work_directory, log, "CFENGINE_TEST_OVERRIDE_WORKDIR"):
        return 1
    return tool(call)
