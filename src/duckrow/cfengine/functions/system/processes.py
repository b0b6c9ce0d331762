"""findprocesses and processexists: processes by the lines of ps."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.common import decoded
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.processes.command import IGNORED, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


PS = (
    "/bin/ps",
    "-eo",
    "user:30,pid,ppid,pgid,pcpu,pmem,vsz,ni,rss:9,tname,nlwp,stime,etime,time,args",
)

# The number of columns before the command.
_COLUMNS = 14
_PID = 1


def matching_processes(context: Context, function: str, wanted: str) -> list[tuple[str, int]]:
    """Return the ps lines and ids of the processes whose commands match."""
    try:
        result = context.machine.commands.run(Command(PS, errors=IGNORED, limit=64 * 1024 * 1024))
    except OSError:
        raise FunctionFailed(f"{function}: could not load the process table?!?!") from None
    pattern = context.patterns.compile(wanted)
    if pattern is None:
        return []
    found: list[tuple[str, int]] = []
    for line in lines_of(decoded(result.output.content))[1:]:
        line = line.rstrip()
        columns = line.split(None, _COLUMNS)
        if (
            len(columns) > _COLUMNS
            and columns[_PID].isdigit()
            and pattern.matches(columns[_COLUMNS])
        ):
            found.append((line, int(columns[_PID])))
    found.reverse()
    return found


def findprocesses(context: Context, arguments: list[str]) -> Data:
    """Return the ps lines and process ids of matching processes."""
    found = matching_processes(context, "findprocesses", arguments[0])
    return Data([{"line": line, "pid": pid} for line, pid in found])


def processexists(context: Context, arguments: list[str]) -> bool:
    """Return whether a process with a matching command runs."""
    return bool(matching_processes(context, "processexists", arguments[0]))
