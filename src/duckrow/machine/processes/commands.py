"""The interface of commands and processes, and the commands of this host."""

from __future__ import annotations

import os

from duckrow.machine.paths import is_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.machine.processes.command import Command, Result
    from duckrow.machine.processes.dialogue import Dialogue
    from duckrow.machine.processes.table import Process

SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# Personal variables of the user who started us: commands must not depend on them.
PERSONAL = ("HOME", "USER", "LOGNAME", "MAIL", "LANGUAGE")


class Commands:
    """The interface."""

    __slots__ = ()

    @property
    def search_path(self) -> str:
        """Return the search path of tools."""
        return SEARCH_PATH

    def run(self, command: Command, on_output: Callable[[bytes], None] | None = None) -> Result:
        """Run a command to its end. Raises OSError if it cannot be started."""
        raise NotImplementedError

    def talk(self, argv: Sequence[str], directory: str | None = None) -> Dialogue:
        """Start a program that answers line by line; raises OSError."""
        raise NotImplementedError

    def start_background(self, work: Callable[[], None]) -> int:
        """Do some work in a background process and return its id."""
        work()
        return 0

    def wait_for(self, pid: int) -> None:
        """Wait until a background process has ended."""

    def find(self, name: str, path: str | None = None) -> str | None:
        """Return the path of an executable in a search path, or None."""
        raise NotImplementedError

    def table(self) -> list[Process]:
        """Return all processes."""
        raise NotImplementedError

    @property
    def own_pid(self) -> int:
        """Return the id of this process."""
        return os.getpid()

    def signal(self, pid: int, number: int) -> None:
        """Send a signal to a process; raises OSError."""
        raise NotImplementedError


class LocalCommands(Commands):
    """Commands of this host; with another search path, other tools are found."""

    __slots__ = ("_path",)

    def __init__(self, path: str | None = None) -> None:
        self._path = path

    @property
    def search_path(self) -> str:
        return self._path or SEARCH_PATH

    def run(self, command: Command, on_output: Callable[[bytes], None] | None = None) -> Result:
        from duckrow.machine.processes.run import run

        return run(command, on_output)

    def talk(self, argv: Sequence[str], directory: str | None = None) -> Dialogue:
        from duckrow.machine.processes.dialogue import Dialogue

        return Dialogue(argv, directory)

    def start_background(self, work: Callable[[], None]) -> int:
        from duckrow.machine.processes.background import start_background

        return start_background(work)

    def wait_for(self, pid: int) -> None:
        from duckrow.machine.processes.background import wait_for

        wait_for(pid)

    def find(self, name: str, path: str | None = None) -> str | None:
        if "/" in name:
            return name if is_program(name) else None
        for directory in (path or self.search_path).split(":"):
            file = f"{directory or '.'}/{name}"
            if is_program(file):
                return file
        return None

    def table(self) -> list[Process]:
        from duckrow.machine.processes.table import read_table

        return read_table()

    def signal(self, pid: int, number: int) -> None:
        os.kill(pid, number)


def plain_environment(path: str | None = None) -> dict[str, str]:
    """Return our environment without personal variables, in the C locale."""
    names = {
        name: value
        for name, value in os.environ.items()
        if name not in PERSONAL and not name.startswith("LC_")
    }
    names |= {"LANG": "C", "LC_ALL": "C"}
    if path is not None:
        names["PATH"] = path
    return names


def signal_number(name: str) -> int:
    """Return the number of a signal such as SIGTERM; -1 if this system lacks it."""
    import signal

    return int(getattr(signal, name, -1)) if name.startswith("SIG") else -1
