"""pip: Python packages."""

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


class Pip(PackageTool):
    """pip; names are compared without case, and dashes, dots and underscores are equal."""

    __slots__ = ()

    name = "pip"
    can = frozenset((VERSIONS, LATEST, SOURCE))
    needs: tuple[str, ...] = ("pip",)

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        found = {name: self.available(name) for name in names}
        return {name: versions[0] for name, versions in found.items() if versions}

    def available(self, name: str) -> list[str]:
        result = self._tool(self.name).ask(*_QUIET, "index", "versions", checked(name))
        for line in result.text.splitlines():
            if line.startswith("Available versions:"):
                return [version.strip() for version in line[19:].split(",")]
        return []

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002  (there is none)
    ) -> None:
        words = ["install", "-q", *options]
        if source is not None:
            # The version of a source repository is a branch or tag.
            place = source if version is None else f"{source}@{checked_version(version)}"
            is_remote = "://" in source
            words.append(checked(f"{place}#egg={checked(name)}" if is_remote else source))
        elif version is not None:
            words.append(f"{checked(name)}=={checked_version(version)}")
        else:
            words += ["--upgrade", checked(name)]
        self._change(self._tool(self.name), *_QUIET, *words)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        words = (*_QUIET, "uninstall", "-y", "-q", *options, checked(name))
        self._change(self._tool(self.name), *words)

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_python

        return compare_python(one, other)

    def _read(self) -> dict[str, Package]:
        result = self._tool(self.name).change(*_QUIET, "list", "--format=freeze")
        packages: dict[str, Package] = {}
        for line in result.text.splitlines():
            name, equals, version = line.strip().partition("==")
            if equals:
                packages[_plain(name)] = Package(name, version)
        return packages

    def _find(self, name: str, packages: dict[str, Package]) -> Package | None:
        return packages.get(_plain(name))


class Pip3(Pip):
    """pip of Python 3, for hosts that also have Python 2."""

    __slots__ = ()

    name = "pip3"
    needs: tuple[str, ...] = ("pip3",)


_QUIET = ("--disable-pip-version-check", "--no-input")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
