"""This host, or a scratch root below a directory of it."""

from __future__ import annotations

import os

from duckrow.machine.files.durability import FILE
from duckrow.machine.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.packages.packages import Packages
    from duckrow.machine.processes.commands import Commands
    from duckrow.machine.services.services import Services
    from duckrow.machine.texts.augeas import Augeas
    from duckrow.machine.users.users import Users
    from duckrow.machine.web.request import Web


class LocalMachine(Machine):
    """Files below `root`; commands are the host's, searched in `path`."""

    __slots__ = ("_durability", "_path")

    def __init__(self, root: str = "/", path: str | None = None, durability: str = FILE) -> None:
        super().__init__(os.path.realpath(root))
        self._path = path
        self._durability = durability

    def _make_files(self) -> Files:
        from duckrow.machine.files.local import LocalFiles

        return LocalFiles(self.root, self._durability)

    def _make_commands(self) -> Commands:
        from duckrow.machine.processes.commands import LocalCommands

        return LocalCommands(self._path)

    def _make_users(self) -> Users:
        from duckrow.machine.users.local import LocalUsers

        return LocalUsers(self.files, self.commands, self.root)

    def _make_packages(self) -> Packages:
        from duckrow.machine.packages.packages import Packages

        return Packages(self.commands, self.root)

    def _make_services(self) -> Services:
        from duckrow.machine.services.services import Services

        return Services(self.commands, self.files, self.root)

    def _make_web(self) -> Web:
        from duckrow.machine.web.local import LocalWeb

        return LocalWeb()

    def open_augeas(self, root: str, load_path: str, flags: int) -> Augeas | None:
        from duckrow.machine.texts.augeas import Augeas, load_library

        library = load_library()
        if library is None:
            return None
        return Augeas(library, self.files.on_host(root), load_path, flags)
