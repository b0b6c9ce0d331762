"""dnf: Fedora, RHEL 8 and later, and their derivatives."""

from __future__ import annotations

from duckrow.machine.packages.package import (
    HOLD,
    LATEST,
    PURGE,
    SOURCE,
    VERSIONS,
    Package,
    checked_version,
)
from duckrow.machine.packages.rpm import FORMAT, Rpm, parse_rpms
from duckrow.machine.processes.tool import Tool, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Dnf(Rpm):
    """dnf with `-y` and quiet; the database is rpm's. `hold` needs the versionlock plugin."""

    __slots__ = ()

    name = "dnf"
    can = frozenset((VERSIONS, LATEST, HOLD, PURGE, SOURCE))
    needs: tuple[str, ...] = ("dnf", "rpm")
    lists = ("/var/cache/dnf", "/var/cache/yum", "/etc/yum.repos.d")

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        if not names:
            return {}
        newest = self._newest(self._offered(names))
        for name, package in self.installed(names).items():
            if name not in newest or self.compare(package.version, newest[name]) > 0:
                newest[name] = package.version
        return {name: newest[name] for name in names if name in newest}

    def available(self, name: str) -> list[str]:
        return self._versions(name, self._offered([name]))

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (rpm decides by itself)
    ) -> None:
        if source is not None:
            self._manage("install", options, checked(source))
            return
        if version is None:
            has_it = name in self.installed([name])
            self._manage("upgrade" if has_it else "install", options, checked(name))
            return
        target = f"{checked(name)}-{checked_version(version)}"
        present = self.installed([name]).get(name)
        is_older = present is not None and self.compare(version, present.version) < 0
        if present is not None and present.others:
            is_older = False  # versions are installed side by side: an older one is just one more
        self._manage("downgrade" if is_older else "install", options, target)

    # `remove` is rpm's: dnf would remove all packages that depend on it too.

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._manage("remove", options, checked(name))

    def hold(self, name: str) -> None:
        self._manage("versionlock", (), "add", checked(name))

    def unhold(self, name: str) -> None:
        self._manage("versionlock", (), "delete", checked(name))

    def refresh(self) -> None:
        self._manage("makecache", ())

    def _manage(self, action: str, options: Sequence[str], *words: str) -> None:
        self._change(self._manager(), *self._root_words(), "-q", "-y", *options, action, *words)

    def _offered(self, names: Sequence[str]) -> list[Package]:
        wanted = [checked(name) for name in names]
        form = FORMAT.replace("EPOCHNUM", "EPOCH").lower()
        words = ("-q", "repoquery", "--qf", form, *wanted)
        result = self._manager().ask(*self._root_words(), *words)
        return [package for package, _ in parse_rpms(result.text)]

    def _root_words(self) -> tuple[str, ...]:
        return () if self.root == "/" else (f"--installroot={self.root}",)

    def _manager(self) -> Tool:
        return self._tool(self.name)
