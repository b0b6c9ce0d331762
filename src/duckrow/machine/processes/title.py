"""The name and the command line that others see of this process.

Policies look for a daemon by the path of its program, which for us is the interpreter, or by its
arguments, such as the name of its policy.
"""

from __future__ import annotations

from duckrow.machine.this_process import name_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The fields of /proc/self/stat with the addresses of the arguments, behind the program's name.
_START, _END = 45, 46


def show_as(program: str, words: Sequence[str]) -> bool:
    """Show this process as a program with arguments; return False if there is no room for that.

    The title replaces the command line, where the kernel reads it. The last byte says that it is a
    title, which ends at its first NUL. The name of the process is that of its program.
    """
    name_process(program.rpartition("/")[2])
    import ctypes

    try:
        with open("/proc/self/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        start, end = int(fields[_START]), int(fields[_END])
    except (OSError, ValueError, IndexError):
        return False
    data = " ".join((program, *words)).encode("utf-8", "surrogateescape") + b"\0"
    if not start or len(data) >= end - start:
        return False
    ctypes.memmove(start, data.ljust(end - start - 1, b"\0") + b".", end - start)
    return True
