"""What a machine offers about commands and processes."""

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

# Names of the user who started us: a command must not behave differently because of them.
PERSONAL = ("HOME", "USER", "LOGNAME", "MAIL", "LANGUAGE")


class Commands:
    """The interface."""

    __slots__ = ()

    @property
    def search_path(self) -> str:
        """Give the search path of tools."""
        return SEARCH_PATH

    def run(self, command: Command, on_output: Callable[[bytes], None] | None = None) -> Result:
        """Run a command to its end. What cannot be started at all raises an OSError."""
        raise NotImplementedError

    def talk(self, argv: Sequence[str], directory: str | None = None) -> Dialogue:
        """Start a program that answers line by line; raises an OSError."""
        raise NotImplementedError

    def apart(self, work: Callable[[], None]) -> int:
        """Do something in a process of its own while we go on; gives its number."""
        work()
        return 0

    def wait_for(self, pid: int) -> None:
        """Wait for what is done apart."""

    def find(self, name: str, path: str | None = None) -> str | None:
        """Find an executable by its name in a search path, or give None."""
        raise NotImplementedError

    def table(self) -> list[Process]:
        """Give all processes."""
        raise NotImplementedError

    @property
    def own_pid(self) -> int:
        """Give the number of this process."""
        return os.getpid()

    def signal(self, pid: int, number: int) -> None:
        """Send a signal to a process; raises an OSError."""
        raise NotImplementedError


class LocalCommands(Commands):
    """Commands of this host; a search path of one's own finds other tools."""

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

    def apart(self, work: Callable[[], None]) -> int:
        from duckrow.machine.processes.apart import apart

        return apart(work)

    def wait_for(self, pid: int) -> None:
        from duckrow.machine.processes.apart import wait_for

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
    """Give our environment without what is personal, in the C locale."""
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
    """Return the number of a signal such as SIGTERM; -1 if this system has none of that name."""
    import signal

    return int(getattr(signal, name, -1)) if name.startswith("SIG") else -1
