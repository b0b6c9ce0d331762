"""The process table in the format of ps, read once for all promises of a section."""

from __future__ import annotations

import re

from duckrow.machine.processes.command import IGNORED, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.bundles.frames import Frame
    from duckrow.cfengine.evaluation.context import Context

COMMAND_LINE = (
    "/bin/ps",
    "-eo",
    "user:30,pid,ppid,pgid,pcpu,pmem,vsz,ni,rss:9,tname,nlwp,stime,etime,time,args",
)
_LIMIT = 64 * 1024 * 1024
_BLANK = re.compile(r"\s+")


class Line:
    """One process: its values by column name, and the whole line."""

    __slots__ = ("columns", "pid", "text")

    def __init__(self, text: str, columns: dict[str, str], pid: int) -> None:
        self.text = text
        self.columns = columns
        self.pid = pid


class Table:
    """All processes at one time."""

    __slots__ = ("legend", "lines", "time")

    def __init__(self, legend: str, lines: list[Line], time: int) -> None:
        self.legend = legend
        self.lines = lines
        # In seconds since 1970.
        self.time = time


class _LastTable:
    """The table that was read last, with its bundle call and pass."""

    __slots__ = ("frame", "pass_number", "table")

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.pass_number = 0
        self.table: Table | None = None


def table_of(context: Context) -> Table | None:
    """Return the table for the current section; None if it cannot be read."""
    frame, number = context.frame, context.pass_number
    known = context.run_data.of(_LastTable)
    if known.table is not None and known.frame is frame and known.pass_number == number:
        context.log.verbose("Reusing cached process table")
        return known.table
    read = read_table(context)
    if read is not None and frame is not None and not context.options.is_top_down(frame.bundle):
        known.frame, known.pass_number, known.table = frame, number, read
    return read


def read_table(context: Context) -> Table | None:
    """Read the table from ps."""
    shown = " ".join(COMMAND_LINE)
    context.log.verbose(f"Observe process table with {shown}")
    try:
        result = context.machine.commands.run(Command(COMMAND_LINE, errors=IGNORED, limit=_LIMIT))
        legend, *rest = result.text.split("\n")
    except OSError as error:
        from duckrow.cfengine.promises.processes.kernel import LEGEND, lines_of

        legend, rest = LEGEND, lines_of(context)
        if not rest:
            context.log.error(
                f"Couldn't open the process list with command '{shown}'. (popen: {error.strerror})"
            )
            return None
    names = legend.split()
    lines = [
        line for text in rest if (line := _read_line(names, text.rstrip(" \t\r\v\f"))) is not None
    ]
    return Table(legend, lines, context.machine.now_ns() // 1_000_000_000)


def _read_line(names: list[str], text: str) -> Line | None:
    words = _BLANK.split(text.lstrip(), len(names) - 1)
    if len(words) < len(names):
        return None
    columns = dict(zip(names, words, strict=True))
    pid = columns.get("PID", "")
    return Line(text, columns, int(pid)) if pid.isdigit() else None
