"""What a machine offers, as small groups of methods.

    files       facts of paths, reading, atomic changes
    commands    running argument vectors, finding tools, the table of processes
    users       accounts and groups, looked up and changed
    packages    package tools by name
    services    service managers by name

`LocalMachine` is this host or a scratch root on it, `MemoryMachine` is made of dictionaries. Code
above this room takes a Machine and never asks which.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands


class Machine:
    """The interface. `root` is where its file system begins on the host."""

    __slots__ = ("commands", "files", "root")

    def __init__(self, root: str, files: Files, commands: Commands) -> None:
        self.root = root
        self.files = files
        self.commands = commands

    def now_ns(self) -> int:
        """Give the nanoseconds since 1970."""
        from time import time_ns

        return time_ns()

    def settle(self) -> None:
        """Bring what was changed to the disk; called at the end of a run."""
        self.files.settle()
