"""Services without a manager: a process whose command line matches a pattern, and commands.

A service without start and stop commands is started by its binary and stopped by a signal to the
matching processes.
"""

from __future__ import annotations

import os

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.commands import plain_environment
from duckrow.machine.services.manager import UNKNOWN, ServiceManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands


class PatternServices(ServiceManager):
    """Finds each service by `patterns[name]`, or by its name."""

    __slots__ = ("patterns", "starts", "stops")

    name = "base"

    def __init__(self, commands: Commands, files: Files, root: str = "/") -> None:
        super().__init__(commands, files, root)
        self.patterns: dict[str, str] = {}
        self.starts: dict[str, Sequence[str]] = {}
        self.stops: dict[str, Sequence[str]] = {}

    @property
    def is_present(self) -> bool:
        return True

    def names(self) -> list[str]:
        return sorted(self.patterns)

    def exists(self, name: str) -> bool:
        return name in self.patterns or name in self.starts

    def processes(self, name: str) -> list[int]:
        """Return the matching processes, never this process or its ancestors."""
        if self.is_scratch:
            return []

        from duckrow.regexp import regexp

        pattern = regexp(self.patterns.get(name, name))
        table = self._commands.table()
        parents = {process.pid: process.parent for process in table}
        ours: set[int] = set()
        at = os.getpid()
        while at and at not in ours:
            ours.add(at)
            at = parents.get(at, 0)
        return [
            process.pid
            for process in table
            if process.pid not in ours and process.state != "Z" and pattern.search(process.command)
        ]

    def is_running(self, name: str) -> bool:
        return bool(self.processes(name))

    def enabled(self, name: str) -> str:  # noqa: ARG002  (nobody starts it)
        return UNKNOWN

    def start(self, name: str) -> None:
        if name not in self.starts:
            raise ValueError(f"no command is known that starts {name}")
        self._run(self.starts[name])

    def stop(self, name: str) -> None:
        if name in self.stops:
            self._run(self.stops[name])
            return
        from signal import SIGTERM

        for pid in self.processes(name):
            try:
                os.kill(pid, SIGTERM)
            except ProcessLookupError:
                continue

    def stop_first(self, name: str) -> int | None:
        """Send SIGTERM to the first matching process, the oldest; return its id."""
        from signal import SIGTERM

        found = self.processes(name)
        if not found:
            return None
        os.kill(found[0], SIGTERM)
        return found[0]

    def _run(self, argv: Sequence[str]) -> None:
        environment = plain_environment(self._commands.search_path)
        result = self._commands.run(
            Command(list(argv), environment=environment, directory="/", timeout=300)
        )
        if not result.is_success:
            raise CommandFailed(list(argv), result.status, result.output.content)
