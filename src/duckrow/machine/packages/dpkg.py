"""Debian packages, installed from files."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.packages.dpkg_database import TOOL, read_database
from duckrow.machine.packages.package import (
    BROKEN,
    CONFIGURED,
    HOLD,
    INSTALLED,
    PURGE,
    SOURCE,
    Package,
    PackageTool,
)
from duckrow.machine.processes.tool import Tool, checked, output_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

QUIET = {
    "DEBIAN_FRONTEND": "noninteractive",
    "APT_LISTBUGS_FRONTEND": "none",
    "APT_LISTCHANGES_FRONTEND": "none",
}
_FORMAT = "${db:Status-Want} ${db:Status-Status} ${Package} ${Architecture} ${Version}\\n"
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+._-:~")


class Dpkg(PackageTool):
    """dpkg: its database lists the installed packages; new ones are installed from files."""

    __slots__ = ()

    name = "dpkg"
    can = frozenset((HOLD, PURGE, SOURCE))
    needs: tuple[str, ...] = ("dpkg", "dpkg-query", "dpkg-deb")
    works_in_roots = True
    database = ("/var/lib/dpkg/status",)

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        """Return the versions of package files: dpkg knows no repositories."""
        found: dict[str, str] = {}
        for path in names:
            _, version = self.read_file(path)
            found[path] = version
        return found

    def read_file(self, path: str) -> tuple[str, str]:
        """Return the name and version of the package in a file."""
        result = self._tool("dpkg-deb").change("--show", "--showformat=${Package} ${Version}", path)
        name, _, version = result.text.strip().partition(" ")
        return name, version

    def provided(self, name: str) -> Package | None:
        words = ("-W", "-f", "${Package} ${db:Status-Status} ${Provides}\\n")
        for line in self._tool("dpkg-query").ask(*self._in_root(), *words).text.splitlines():
            package, _, rest = line.partition(" ")
            status, _, provides = rest.partition(" ")
            names = (each.strip().partition(" ")[0] for each in provides.split(","))
            if name in names and status == "installed":
                return self.installed([package]).get(package)
        return None

    def install(
        self,
        name: str,
        version: str | None = None,  # noqa: ARG002  (the file has the version that it has)
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,
    ) -> None:
        if source is None:
            raise ValueError("You cannot install dpkg packages without a source")
        configuration = "--force-confnew" if replaces_configuration else "--force-confold"
        was_held = self._is_held(name)
        if was_held:
            self.unhold(name)
        try:
            self._change(
                self._dpkg(), *self._in_root(), configuration, *options, "-i", checked(source)
            )
        finally:
            if was_held:
                self.hold(name)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._change(self._dpkg(), *self._in_root(), *options, "-r", debian_name(name))

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._change(self._dpkg(), *self._in_root(), *options, "--purge", debian_name(name))

    def hold(self, name: str) -> None:
        self._select(name, "hold")

    def unhold(self, name: str) -> None:
        self._select(name, "install")

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_debian

        return compare_debian(one, other)

    def _select(self, name: str, choice: str) -> None:
        line = f"{debian_name(name)} {choice}\n".encode()
        self._change(self._dpkg(), *self._in_root(), "--set-selections", stdin=line)

    def _is_held(self, name: str) -> bool:
        package = self.installed([name]).get(name)
        return package is not None and package.is_held

    def _read(self) -> dict[str, Package]:
        packages: dict[str, Package] = {}
        for want, status, name, architecture, version in self._listed():
            if status == "not-installed":
                continue
            state = {"installed": INSTALLED, "config-files": CONFIGURED}.get(status, BROKEN)
            if status in ("triggers-pending", "triggers-awaited"):
                state = INSTALLED
            package = Package(name, version, state, is_held=want == "hold")
            packages[f"{name}:{architecture}"] = package
            # A name without architecture means an installed one, if there are several.
            known = packages.get(name)
            if known is None or (state == INSTALLED and known.state != INSTALLED):
                packages[name] = package
        return packages

    def _listed(self) -> list[list[str]]:
        """List selection, status, name, architecture and version of each package."""
        if self._commands.find("dpkg-query") == TOOL:
            listed = read_database(self.root)
            if listed is not None:
                return listed
        result = self._tool("dpkg-query").ask(*self._in_root(), "-W", "-f", _FORMAT)
        if not result.is_success:
            # An empty database is not an error; any other failure must not look like an empty
            # database.
            if b"no packages found" in result.errors.content:
                return []
            raise CommandFailed(["dpkg-query"], result.status, output_of(result))
        lines = (line.split(" ") for line in result.text.splitlines())
        return [fields for fields in lines if len(fields) == 5 and fields[2]]

    def _in_root(self) -> tuple[str, ...]:
        return () if self.root == "/" else (f"--root={self.root}",)

    def _dpkg(self) -> Tool:
        return Tool(self._commands, "dpkg", QUIET)


def debian_name(name: str) -> str:
    """Return a name unless apt would read it as a pattern, a version, or an order to remove."""
    if not set(name) <= _LETTERS or name.endswith(("-", "=")):
        raise ValueError(f"not the name of a Debian package: {name!r}")
    return checked(name)
