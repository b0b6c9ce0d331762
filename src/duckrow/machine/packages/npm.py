"""npm: Node packages, installed globally."""

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


class Npm(PackageTool):
    """npm with `--global`."""

    __slots__ = ()

    name = "npm"
    can = frozenset((VERSIONS, LATEST, SOURCE))
    needs: tuple[str, ...] = ("npm",)

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in names:
            result = self._tool("npm").ask("view", checked(name), "version")
            if result.is_success and result.text.strip():
                found[name] = result.text.strip()
        return found

    def available(self, name: str) -> list[str]:
        from json import loads

        result = self._tool("npm").ask("view", checked(name), "versions", "--json")
        if not result.is_success:
            return []
        versions = loads(result.text)
        return [versions] if isinstance(versions, str) else [str(one) for one in versions][::-1]

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (there is none)
    ) -> None:
        if source is not None:
            target = checked(source)
        else:
            target = f"{checked(name)}@{checked_version(version) if version else 'latest'}"
        self._change(self._tool("npm"), "install", "--global", *options, target)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._change(self._tool("npm"), "uninstall", "--global", *options, checked(name))

    def _read(self) -> dict[str, Package]:
        from json import loads

        # npm lists all packages and exits with 1 if a dependency is missing.
        result = self._tool("npm").ask("list", "--json", "--global", "--depth=0")
        try:
            listed = loads(result.text).get("dependencies", {})
        except ValueError:
            return {}
        return {
            name: Package(name, str(about["version"]))
            for name, about in listed.items()
            if isinstance(about, dict) and "version" in about
        }
