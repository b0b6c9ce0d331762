"""A package tool whose repository and database are dictionaries, for tests."""

from __future__ import annotations

from errno import ENOENT

from duckrow.machine.packages.package import (
    CONFIGURED,
    HOLD,
    LATEST,
    PURGE,
    SOURCE,
    VERSIONS,
    Package,
    PackageTool,
)
from duckrow.machine.packages.packages import Packages
from duckrow.machine.processes.memory import MemoryCommands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class MemoryPackageTool(PackageTool):
    """`offered` maps names to versions, newest first; `log` lists the changes."""

    __slots__ = ("books", "log", "offered")

    name = "memory"
    can = frozenset((VERSIONS, LATEST, HOLD, PURGE, SOURCE))

    def __init__(self) -> None:
        super().__init__(MemoryCommands())
        self.books: dict[str, Package] = {}
        self.offered: dict[str, list[str]] = {}
        self.log: list[str] = []

    def installed(self, names: Iterable[str] | None = None) -> dict[str, Package]:
        if names is None:
            return self.books
        return {name: self.books[name] for name in names if name in self.books}

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        return {name: self.offered[name][0] for name in names if self.offered.get(name)}

    def available(self, name: str) -> list[str]:
        return self.offered.get(name, [])

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),  # noqa: ARG002
        replaces_configuration: bool = False,  # noqa: ARG002
    ) -> None:
        offered = self.available(name)
        if source is None and (not offered or (version is not None and version not in offered)):
            raise OSError(ENOENT, f"Unable to locate package {name}")
        known = self.books.get(name)
        chosen = version or (offered[0] if offered else "1")
        self.books[name] = Package(name, chosen, is_held=known is not None and known.is_held)
        self.log.append(f"install {name} {chosen}")

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:  # noqa: ARG002
        known = self.books.get(name)
        if known is not None:
            self.books[name] = Package(name, known.version, CONFIGURED)
        self.log.append(f"remove {name}")

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:  # noqa: ARG002
        self.books.pop(name, None)
        self.log.append(f"purge {name}")

    def hold(self, name: str) -> None:
        self.books[name].is_held = True
        self.log.append(f"hold {name}")

    def unhold(self, name: str) -> None:
        self.books[name].is_held = False
        self.log.append(f"unhold {name}")

    def refresh(self) -> None:
        self.log.append("refresh")


class MemoryPackages(Packages):
    """The same tool in memory under every name."""

    __slots__ = ("only",)

    def __init__(self) -> None:
        super().__init__(MemoryCommands())
        self.only = MemoryPackageTool()

    def tool(self, name: str, command: str | None = None) -> PackageTool:  # noqa: ARG002
        return self.only

    def default(self) -> PackageTool | None:
        return self.only
