"""A package, and the interface of package tools."""

from __future__ import annotations

from os import stat

from duckrow.machine.processes.tool import Tool, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.machine.processes.commands import Commands

INSTALLED = "installed"
CONFIGURED = "configuration only"  # removed, but its configuration files are left
BROKEN = "broken"  # partly installed

# Features of a tool beyond installing and removing.
VERSIONS, LATEST, HOLD, PURGE, SOURCE = "versions", "latest", "hold", "purge", "source"


class Package:
    """A package that is or was installed. Other installed versions are in `others`."""

    __slots__ = ("is_held", "name", "others", "state", "version")

    def __init__(
        self,
        name: str,
        version: str,
        state: str = INSTALLED,
        *,
        is_held: bool = False,
        others: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.version = version
        self.state = state
        self.is_held = is_held
        self.others = others

    @property
    def is_installed(self) -> bool:
        """Return whether it is completely installed."""
        return self.state == INSTALLED

    def __repr__(self) -> str:
        """Show the fields that help when a test fails."""
        held = ", held" if self.is_held else ""
        return f"<package {self.name} {self.version} {self.state}{held}>"


class PackageTool:
    """The interface. All installed packages are read at once, and again after each change."""

    __slots__ = ("_commands", "_installed", "_stamp", "command", "root")

    name = ""
    can: frozenset[str] = frozenset()
    # The executables that it needs.
    needs: tuple[str, ...] = ()
    # Whether it can work in another root.
    works_in_roots = False
    # Files that change whenever packages are installed, and whenever the offered packages change.
    database: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    def __init__(self, commands: Commands, root: str = "/") -> None:
        self._commands = commands
        self._installed: dict[str, Package] | None = None
        self._stamp: object = None
        # The path of the tool, for hosts with several.
        self.command: str | None = None
        self.root = root

    @property
    def is_present(self) -> bool:
        """Return whether the machine has the tool, and the tool can work in its root."""
        if self.root != "/" and not self.works_in_roots:
            return False
        if self.command is not None:
            return self._commands.find(self.command) is not None
        return all(self._commands.find(name) is not None for name in self.needs)

    def installed(self, names: Iterable[str] | None = None) -> dict[str, Package]:
        """Return the named packages, or all; missing packages are left out."""
        stamp = self._times(self.database)
        if self._installed is None or stamp != self._stamp:
            self._stamp = stamp
            self._installed = self._read()
        if names is None:
            return self._installed
        found = ((name, self._find(name, self._installed)) for name in names)
        return {name: package for name, package in found if package is not None}

    def forget(self) -> None:
        """Forget the installed packages, so that they are read again."""
        self._installed = None

    def provided(self, name: str) -> Package | None:  # noqa: ARG002
        """Return an installed package that provides a name."""
        return None

    def stamp(self) -> object:
        """Return a value that changes when the offered packages may have changed, or None."""
        return self._times((*self.database, *self.lists)) if self.lists else None

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        """Return the newest available version of each package, with one call for all."""
        raise NotImplementedError

    def available(self, name: str) -> list[str]:
        """Return the available versions, newest first."""
        latest = self.latest([name])
        return [latest[name]] if name in latest else []

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,
    ) -> None:
        """Install a version, or the newest; this may upgrade or downgrade."""
        raise NotImplementedError

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        """Remove a package; its configuration may stay."""
        raise NotImplementedError

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        """Remove a package with its configuration; the same as `remove` where none is left."""
        self.remove(name, options=options)

    def hold(self, name: str) -> None:
        """Keep a package at its version."""
        raise NotImplementedError

    def unhold(self, name: str) -> None:
        """Allow a package to change again."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Update the lists of available packages."""

    def compare(self, one: str, other: str) -> int:
        """Return which of two versions is newer: below, equal to or above zero."""
        from duckrow.machine.packages.versions import compare_plain

        return compare_plain(one, other)

    # Helpers of the tools

    def _read(self) -> dict[str, Package]:
        raise NotImplementedError

    def _find(self, name: str, packages: dict[str, Package]) -> Package | None:
        return packages.get(name)

    def _tool(self, name: str) -> Tool:
        return Tool(self._commands, name if self.command is None else self.command)

    def _times(self, paths: tuple[str, ...]) -> object:
        found: list[tuple[int, int, int] | None] = []
        for path in paths:
            try:
                facts = stat(f"{self.root.rstrip('/')}{path}")
            except OSError:
                found.append(None)
            else:
                found.append((facts.st_mtime_ns, facts.st_size, facts.st_ino))
        return found

    def _change(self, tool: Tool, *words: str, stdin: bytes | None = None) -> None:
        """Run a change; forget the installed packages afterwards, also if it failed."""
        try:
            tool.change(*words, stdin=stdin)
        finally:
            self.forget()


def checked_version(version: str) -> str:
    """Return a version unless a tool could read it as more than a version."""
    if any(letter.isspace() or letter in "\0/=," for letter in version):
        raise ValueError(f"not a version: {version!r}")
    return checked(version)
