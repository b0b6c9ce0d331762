"""snap: a version is a channel."""

from __future__ import annotations

from duckrow.machine.packages.package import HOLD, LATEST, PURGE, VERSIONS, Package, PackageTool
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Snap(PackageTool):
    """snap; to install a version means to follow a channel such as `latest/stable`."""

    __slots__ = ()

    name = "snap"
    can = frozenset((VERSIONS, LATEST, HOLD, PURGE))
    needs: tuple[str, ...] = ("snap",)

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in names:
            for line in self._tool("snap").ask("info", checked(name)).text.splitlines():
                channel, colon, rest = line.strip().partition(":")
                if colon and channel == "latest/stable" and rest.split():
                    found[name] = rest.split()[0]
        return {name: version for name, version in found.items() if version not in ("–", "--", "^")}

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,  # noqa: ARG002  (the store is the only one)
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (there is none)
    ) -> None:
        action = "refresh" if name in self.installed([name]) else "install"
        channel = [] if version is None else [f"--channel={version}"]
        self._change(self._tool("snap"), action, *channel, *options, checked(name))

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._change(self._tool("snap"), "remove", *options, checked(name))

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._change(self._tool("snap"), "remove", "--purge", *options, checked(name))

    def hold(self, name: str) -> None:
        self._change(self._tool("snap"), "refresh", "--hold", checked(name))

    def unhold(self, name: str) -> None:
        self._change(self._tool("snap"), "refresh", "--unhold", checked(name))

    def _read(self) -> dict[str, Package]:
        # Without any snap it prints a message to stderr and exits with 0.
        packages: dict[str, Package] = {}
        for line in self._tool("snap").ask("list").text.splitlines()[1:]:
            fields = line.split()
            if len(fields) >= 5:
                is_held = "held" in fields[-1].split(",")
                packages[fields[0]] = Package(fields[0], fields[1], is_held=is_held)
        return packages
