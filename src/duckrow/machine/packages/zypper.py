"""zypper: SUSE and openSUSE."""

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
from duckrow.machine.packages.rpm import Rpm
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Zypper(Rpm):
    """zypper, never interactive; the database is rpm's, and `hold` uses its locks."""

    __slots__ = ()

    name = "zypper"
    can = frozenset((VERSIONS, LATEST, HOLD, PURGE, SOURCE))
    needs: tuple[str, ...] = ("zypper", "rpm")
    lists = ("/var/cache/zypp/solv", "/etc/zypp/repos.d")

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        return self._newest(self._offered(names))

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
            target = checked(source)
        elif version is not None:
            target = f"{checked(name)}={checked_version(version)}"
        else:
            target = checked(name)
        words = ("install", "--auto-agree-with-licenses", "--no-confirm", "--oldpackage")
        self._manage(*words, *options, target)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._manage("remove", *options, checked(name))

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._manage("remove", "--clean-deps", *options, checked(name))

    def hold(self, name: str) -> None:
        self._manage("addlock", checked(name))

    def unhold(self, name: str) -> None:
        self._manage("removelock", checked(name))

    def refresh(self) -> None:
        self._manage("refresh")

    def _manage(self, *words: str) -> None:
        self._change(
            self._tool("zypper"), *self._root_words(), "--quiet", "--non-interactive", *words
        )

    def _offered(self, names: Sequence[str]) -> list[Package]:
        if not names:
            return []
        words = ["--quiet", "--non-interactive", "--no-refresh", "search", "--details"]
        words += ["--match-exact", "--type", "package", *(checked(name) for name in names)]
        result = self._tool("zypper").ask(*self._root_words(), *words)
        found: list[Package] = []
        for line in result.text.splitlines():
            fields = [field.strip() for field in line.split("|")]
            if len(fields) >= 5 and fields[2] == "package":
                found.append(Package(fields[1], fields[3]))
        return found

    def _read(self) -> dict[str, Package]:
        packages = super()._read()
        result = self._tool("zypper").ask(*self._root_words(), "--quiet", "locks")
        for line in result.text.splitlines():
            fields = [field.strip() for field in line.split("|")]
            if len(fields) >= 3 and fields[0].isdigit() and fields[1] in packages:
                packages[fields[1]].is_held = True
        return packages

    def _root_words(self) -> tuple[str, ...]:
        return () if self.root == "/" else ("--root", self.root)
