"""A machine made of dictionaries, for tests of the rooms above."""

from __future__ import annotations

from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.machine import Machine
from duckrow.machine.processes.memory import MemoryCommands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.packages import Packages
    from duckrow.machine.processes.memory import Answer
    from duckrow.machine.services.services import Services
    from duckrow.machine.users.users import Users
    from duckrow.machine.web.request import Web


class MemoryMachine(Machine):
    """Files by path, answers by argument vector; a clock that does not move."""

    __slots__ = ("clock_ns", "commands", "files")

    commands: MemoryCommands
    files: MemoryFiles

    def __init__(
        self,
        contents: dict[str, bytes] | None = None,
        answers: dict[tuple[str, ...], Answer] | None = None,
    ) -> None:
        super().__init__("/")
        self.files = MemoryFiles(contents)
        self.commands = MemoryCommands(answers)
        self.clock_ns = 1_700_000_000_000_000_000

    def now_ns(self) -> int:
        return self.clock_ns

    def _make_users(self) -> Users:
        from duckrow.machine.users.memory import MemoryUsers

        self.files.make_parents("/etc/passwd")
        return MemoryUsers(self.files)

    def _make_packages(self) -> Packages:
        from duckrow.machine.packages.memory import MemoryPackages

        return MemoryPackages()

    def _make_services(self) -> Services:
        from duckrow.machine.services.memory import MemoryServices

        return MemoryServices()

    def _make_web(self) -> Web:
        from duckrow.machine.web.request import MemoryWeb

        return MemoryWeb()
