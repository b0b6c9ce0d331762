"""gem: Ruby packages."""

from __future__ import annotations

from duckrow.machine.packages.package import (
    LATEST,
    SOURCE,
    VERSIONS,
    Package,
    PackageTool,
    checked_version,
)
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Gem(PackageTool):
    """gem; several versions of one name are installed side by side."""

    __slots__ = ()

    name = "gem"
    can = frozenset((VERSIONS, LATEST, SOURCE))
    needs: tuple[str, ...] = ("gem",)

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in names:
            result = self._tool("gem").ask("search", "--remote", "--exact", checked(name))
            package = parse_gems(result.text).get(name)
            if package is not None:
                found[name] = package.version
        return found

    def available(self, name: str) -> list[str]:
        words = ("search", "--remote", "--exact", "--all", checked(name))
        package = parse_gems(self._tool("gem").ask(*words).text).get(name)
        return [] if package is None else [package.version, *package.others]

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (there is none)
    ) -> None:
        words = ["install", "--no-document", *options]
        if version is not None:
            words += ["-v", checked_version(version)]
        if source is None:
            words.append(checked(name))
        elif source.startswith("file:"):
            words.append(checked(source.removeprefix("file:").replace("//", "", 1)))
        elif "://" in source:
            # A source of gems, not a gem.
            words += ["--source", checked(source), checked(name)]
        else:
            words.append(checked(source))
        self._change(self._tool("gem"), *words)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        words = ("uninstall", "--executables", "--all", *options, checked(name))
        self._change(self._tool("gem"), *words)

    def _read(self) -> dict[str, Package]:
        return parse_gems(self._tool("gem").change("list", "--local").text)


def parse_gems(text: str) -> dict[str, Package]:
    """Read lines such as `rake (13.0.6, default: 12.3.3 ruby)`."""
    packages: dict[str, Package] = {}
    for line in text.splitlines():
        name, space, rest = line.partition(" (")
        if not space or not rest.endswith(")") or " " in name:
            continue
        words = (
            one.strip().removeprefix("default: ").split(" ")[0] for one in rest[:-1].split(",")
        )
        versions = [version for version in words if version[:1].isdigit()]
        if versions:
            packages[name] = Package(name, versions[0], others=tuple(versions[1:]))
    return packages
