"""package by pip."""

from __future__ import annotations

from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.puppet.providers.base import Desired


class Pip(PackageProvider):
    """Packages of the Python that `command` names."""

    name = "pip"
    features = frozenset(
        "installable uninstallable upgradeable versionable version_ranges install_options "
        "targetable".split()
    )
    has_ranges = True

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_python

        return compare_python(one, other)

    def check(self, tool: PackageTool, desired: Desired, version: str | None) -> None:
        """Trust the tool: a package from a source repository may have any version."""


PROVIDER = Pip
