"""The interface of a machine, as small groups of methods.

    files       facts of paths, reading, atomic changes
    commands    running argument vectors, finding tools, the table of processes
    users       accounts and groups, looked up and changed
    packages    package tools by name
    services    service managers by name
    web         fetching over HTTP

`LocalMachine` is this host or a scratch root on it, `MemoryMachine` is made of dictionaries. Code
above this room takes a Machine and never asks which.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.packages.packages import Packages
    from duckrow.machine.processes.commands import Commands
    from duckrow.machine.services.services import Services
    from duckrow.machine.texts.augeas import Augeas
    from duckrow.machine.users.users import Users
    from duckrow.machine.web.request import Web


class Machine:
    """The interface. `root` is the directory on the host where its file system begins.

    Each group is made, and its code imported, when it is first asked for.
    """

    __slots__ = ("_commands", "_files", "_packages", "_services", "_users", "_web", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._files: Files | None = None
        self._commands: Commands | None = None
        self._users: Users | None = None
        self._packages: Packages | None = None
        self._services: Services | None = None
        self._web: Web | None = None

    @property
    def files(self) -> Files:
        """Return the files."""
        if self._files is None:
            self._files = self._make_files()
        return self._files

    @property
    def commands(self) -> Commands:
        """Return the commands."""
        if self._commands is None:
            self._commands = self._make_commands()
        return self._commands

    @property
    def files_now(self) -> Files:
        """Return the real files, also while changes are only simulated."""
        return self.files

    @property
    def users(self) -> Users:
        """Return the accounts."""
        if self._users is None:
            self._users = self._make_users()
        return self._users

    @property
    def packages(self) -> Packages:
        """Return the package tools."""
        if self._packages is None:
            self._packages = self._make_packages()
        return self._packages

    @property
    def services(self) -> Services:
        """Return the service managers."""
        if self._services is None:
            self._services = self._make_services()
        return self._services

    @property
    def web(self) -> Web:
        """Return the HTTP client."""
        if self._web is None:
            self._web = self._make_web()
        return self._web

    def _make_files(self) -> Files:
        raise NotImplementedError

    def _make_commands(self) -> Commands:
        raise NotImplementedError

    def _make_users(self) -> Users:
        raise NotImplementedError

    def _make_packages(self) -> Packages:
        raise NotImplementedError

    def _make_services(self) -> Services:
        raise NotImplementedError

    def _make_web(self) -> Web:
        raise NotImplementedError

    def open_augeas(
        self,
        root: str,  # noqa: ARG002
        load_path: str,  # noqa: ARG002
        flags: int,  # noqa: ARG002
    ) -> Augeas | None:
        """Open the tree of files that the Augeas library reads; None without the library."""
        return None

    def now_ns(self) -> int:
        """Return the nanoseconds since 1970."""
        from time import time_ns

        return time_ns()

    def settle(self) -> None:
        """Sync all changes; called at the end of a run."""
        if self._files is not None:
            self._files.settle()
