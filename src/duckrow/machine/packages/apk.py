"""apk: Alpine."""

from __future__ import annotations

from duckrow.machine.packages.package import LATEST, VERSIONS, Package, PackageTool, checked_version
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Apk(PackageTool):
    """apk; a requested version is pinned in its world file, as apk does."""

    __slots__ = ()

    name = "apk"
    can = frozenset((VERSIONS, LATEST))
    needs: tuple[str, ...] = ("apk",)
    works_in_roots = True
    database = ("/lib/apk/db/installed",)
    lists = ("/var/cache/apk", "/etc/apk/repositories")

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        if names:
            for name, versions in self._policy(names).items():
                found[name] = versions[0]
        return {name: found[name] for name in names if name in found}

    def available(self, name: str) -> list[str]:
        return self._policy([name]).get(name, [])

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (apk writes .apk-new files)
    ) -> None:
        target = checked(source if source is not None else name)
        if version is not None:
            target = f"{target}={checked_version(version)}"
            self._manage("add", *options, target)
        else:
            self._manage("add", "--upgrade", *options, target)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._manage("del", *options, checked(name))

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._manage("del", "--purge", *options, checked(name))

    def refresh(self) -> None:
        self._manage("update")

    def _manage(self, action: str, *words: str) -> None:
        self._change(self._tool("apk"), *self._root_words(), action, "--quiet", *words)

    def _read(self) -> dict[str, Package]:
        result = self._tool("apk").change(*self._root_words(), "info", "-v")
        packages: dict[str, Package] = {}
        for line in result.text.splitlines():
            # name-1.2.3-r0: the version is the last two words between dashes.
            words = line.strip().rsplit("-", 2)
            if len(words) == 3 and words[2][:1] == "r" and not line.startswith("WARNING"):
                packages[words[0]] = Package(words[0], f"{words[1]}-{words[2]}")
        return packages

    def _policy(self, names: Sequence[str]) -> dict[str, list[str]]:
        wanted = [checked(name) for name in names]
        result = self._tool("apk").ask(*self._root_words(), "policy", *wanted)
        found: dict[str, list[str]] = {}
        name = ""
        versions: list[tuple[str, bool]] = []
        lines = [*result.text.splitlines(), "end policy:"]
        for line in lines:
            if line.endswith(" policy:"):
                offered = [version for version, is_offered in versions if is_offered]
                if offered:
                    found[name] = offered[::-1] if _rises(offered) else offered
                name, versions = line[:-8], []
            elif line.startswith("    "):
                is_offered = not line.strip().startswith("lib/apk/db")
                if versions and is_offered:
                    versions[-1] = (versions[-1][0], True)
            elif line.startswith("  "):
                versions.append((line.strip().rstrip(":"), False))
        return found

    def _root_words(self) -> tuple[str, ...]:
        return () if self.root == "/" else ("--root", self.root)


def _rises(versions: list[str]) -> bool:
    from duckrow.machine.packages.versions import compare_plain

    return compare_plain(versions[0], versions[-1]) < 0
