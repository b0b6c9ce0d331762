"""The process table in the format of ps, for hosts without ps."""

from __future__ import annotations

import time

from duckrow.machine.local_time import local_time
from duckrow.machine.processes.table import TICKS, boot_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.processes.table import Process

LEGEND = "USER PID PPID PGID %CPU %MEM VSZ NI RSS TTY NLWP STIME ELAPSED TIME COMMAND"
_DAY = 86400


def lines_of(context: Context) -> list[str]:
    """Return a line for each process."""
    booted = boot_time()
    now = context.machine.now_ns() // 1_000_000_000
    return [_line(context, each, booted, now) for each in context.machine.commands.table()]


def _line(context: Context, process: Process, booted: int, now: int) -> str:
    user = context.machine.users.user_of(process.uid)
    began = booted + process.start // TICKS
    used = process.ticks // TICKS
    fields = (
        str(process.uid) if user is None else user.name,
        process.pid,
        process.parent,
        process.group,
        f"{100 * used / max(1, now - began):.1f}",
        "0.0",
        process.size // 1024,
        process.nice,
        process.resident // 1024,
        _terminal(process.terminal),
        process.threads,
        time.strftime("%H:%M" if now - began < _DAY else "%b%d", local_time(began)),
        _length(max(0, now - began)),
        _length(used, is_whole=True),
        process.command,
    )
    return " ".join(map(str, fields))


def _terminal(number: int) -> str:
    """Return the name of a terminal by its device number."""
    major, minor = number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00
    if 136 <= major <= 143:
        return f"pts/{minor + 256 * (major - 136)}"
    return f"tty{minor}" if major == 4 else "?"


def _length(seconds: int, *, is_whole: bool = False) -> str:
    """Return a duration as a string: [days-][hours:]minutes:seconds."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    text = f"{minutes:02}:{seconds:02}"
    if hours or days or is_whole:
        text = f"{hours:02}:{text}"
    return f"{days}-{text}" if days else text
