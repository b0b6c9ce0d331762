"""What is known about a package, and what a package tool can be asked and told."""

from __future__ import annotations

from duckrow.machine.processes.tool import Tool, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.machine.processes.commands import Commands

INSTALLED = "installed"
CONFIGURED = "configuration only"  # removed, its configuration files left
BROKEN = "broken"  # begun and not finished

# What a tool may be able to do beyond installing and removing.
VERSIONS, LATEST, HOLD, PURGE, SOURCE = "versions", "latest", "hold", "purge", "source"


class Package:
    """A package that a machine has, or had. Several installed versions are in `others`."""

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
        """Tell whether it is there and whole."""
        return self.state == INSTALLED

    def __repr__(self) -> str:
        """Show what matters when a test fails."""
        held = ", held" if self.is_held else ""
        return f"<package {self.name} {self.version} {self.state}{held}>"


class PackageTool:
    """The interface. What is installed is read once, all of it, and again after each change."""

    __slots__ = ("_commands", "_installed", "_stamp", "command", "root")

    name = ""
    can: frozenset[str] = frozenset()
    # The executables without which it cannot work.
    needs: tuple[str, ...] = ()
    # Whether it can be told to work in another root than the machine's own.
    works_in_roots = False
    # Files that change when something is installed, by whomever; when something else is offered.
    database: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    def __init__(self, commands: Commands, root: str = "/") -> None:
        self._commands = commands
        self._installed: dict[str, Package] | None = None
        self._stamp: object = None
        # The path of the tool where there are several and it matters which.
        self.command: str | None = None
        self.root = root

    @property
    def is_present(self) -> bool:
        """Tell whether the machine has the tool, and it can work where it is to work."""
        if self.root != "/" and not self.works_in_roots:
            return False
        if self.command is not None:
            return self._commands.find(self.command) is not None
        return all(self._commands.find(name) is not None for name in self.needs)

    def installed(self, names: Iterable[str] | None = None) -> dict[str, Package]:
        """Give what is known of the packages named, or of all; what is missing is left out."""
        stamp = self._times(self.database)
        if self._installed is None or stamp != self._stamp:
            self._stamp = stamp
            self._installed = self._read()
        if names is None:
            return self._installed
        found = ((name, self._find(name, self._installed)) for name in names)
        return {name: package for name, package in found if package is not None}

    def forget(self) -> None:
        """Read what is installed anew when it is asked for next."""
        self._installed = None

    def provided(self, name: str) -> Package | None:  # noqa: ARG002
        """Give an installed package that stands in for a name that is no package's own."""
        return None

    def stamp(self) -> object:
        """Give something that is another once what is offered may be; None if nobody can tell."""
        return self._times((*self.database, *self.lists)) if self.lists else None

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        """Give the newest version that could be installed, in one call for all."""
        raise NotImplementedError

    def available(self, name: str) -> list[str]:
        """Give the versions that could be installed, newest first."""
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
        """Install a version, or the newest; up, down and sideways."""
        raise NotImplementedError

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        """Remove a package; its configuration may stay."""
        raise NotImplementedError

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        """Remove a package with its configuration; the same as removing where none is kept."""
        self.remove(name, options=options)

    def hold(self, name: str) -> None:
        """Keep a package at its version."""
        raise NotImplementedError

    def unhold(self, name: str) -> None:
        """Let a package change again."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Fetch the lists of what could be installed."""

    def compare(self, one: str, other: str) -> int:
        """Tell which of two versions is newer: below, equal to or above zero."""
        from duckrow.machine.packages.versions import compare_plain

        return compare_plain(one, other)

    # For the tools

    def _read(self) -> dict[str, Package]:
        raise NotImplementedError

    def _find(self, name: str, packages: dict[str, Package]) -> Package | None:
        return packages.get(name)

    def _tool(self, name: str) -> Tool:
        return Tool(self._commands, name if self.command is None else self.command)

    def _times(self, paths: tuple[str, ...]) -> object:
        from os import stat

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
        """Change something; whatever was known before may be wrong after, failed or not."""
        try:
            tool.change(*words, stdin=stdin)
        finally:
            self.forget()


def checked_version(version: str) -> str:
    """Give a version back unless it could be more than a version to a tool."""
    if any(letter.isspace() or letter in "\0/=," for letter in version):
        raise ValueError(f"not a version: {version!r}")
    return checked(version)
