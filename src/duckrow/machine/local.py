"""This host, or a scratch root below a directory of it."""

from __future__ import annotations

from duckrow.machine.files.durability import FILE
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.machine import Machine
from duckrow.machine.processes.commands import LocalCommands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.packages import Packages
    from duckrow.machine.services.services import Services
    from duckrow.machine.texts.augeas import Augeas
    from duckrow.machine.users.users import Users
    from duckrow.machine.web.request import Web


class LocalMachine(Machine):
    """Files below `root`; commands are the host's, searched in `path`."""

    __slots__ = ()

    def __init__(self, root: str = "/", path: str | None = None, durability: str = FILE) -> None:
        files = LocalFiles(root, durability)
        super().__init__(files.root, files, LocalCommands(path))

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
