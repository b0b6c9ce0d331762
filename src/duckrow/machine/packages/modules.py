"""Modules of dnf: a version is a stream, and a stream has profiles to install."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.packages.package import INSTALLED, VERSIONS, Package, PackageTool
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DISABLED = "disabled"


class Module(Package):
    """A module that is enabled, installed or disabled; it has a profile only if installed."""

    __slots__ = ("profile",)

    def __init__(self, name: str, stream: str, state: str, profile: str | None) -> None:
        super().__init__(name, stream, state)
        self.profile = profile


class DnfModules(PackageTool):
    """The `dnf module` command."""

    __slots__ = ()

    name = "dnfmodule"
    can = frozenset((VERSIONS,))
    needs: tuple[str, ...] = ("dnf",)

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,  # noqa: ARG002  (streams come from repositories)
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (rpm decides by itself)
    ) -> None:
        target = self.target(name, version)
        try:
            self._manage("install", target, options)
        except CommandFailed as error:
            # A module without a default profile can only be enabled.
            output = error.output.decode("utf-8", "replace").splitlines()
            lacking = (f"missing groups or modules: {name}", f"broken groups or modules: {name}")
            if not any(line in lacking for line in output):
                raise
            self.enable(name, version)

    def install_profile(self, name: str, stream: str | None, profile: str) -> None:
        """Install one profile of a stream."""
        self._manage("install", f"{self.target(name, stream)}/{checked(profile)}")

    def enable(self, name: str, stream: str | None = None) -> None:
        """Enable a stream without installing anything."""
        self._manage("enable", self.target(name, stream))

    def disable(self, name: str) -> None:
        """Disable a module."""
        self._manage("disable", checked(name))

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        """Remove the packages of a module and reset its stream to the default."""
        self._manage("remove", checked(name), options)
        self._manage("reset", checked(name))

    def target(self, name: str, stream: str | None) -> str:
        """Return a module and its stream as one string."""
        return checked(name) if stream is None else f"{checked(name)}:{checked(stream)}"

    def _manage(self, action: str, target: str, options: Sequence[str] = ()) -> None:
        words = ("module", action, "-d", "0", "-e", "1", "-y", *options, target)
        self._change(self._tool("dnf"), *words)

    def _read(self) -> dict[str, Package]:
        found: dict[str, Package] = {}
        result = self._tool("dnf").change("module", "list", "-d", "0", "-e", "1")
        for line in result.text.splitlines():
            text = line.replace("[d]", "")
            if not any(f"[{flag}]{end}" in text for flag in "eix" for end in ", "):
                continue
            words = text.split()
            before, mark, _ = text.partition("[i]")
            profile = before.split()[-1] if mark else None
            state = DISABLED if "[x]" in text else INSTALLED
            found[words[0]] = Module(words[0], words[1], state, profile)
        return found
