"""package by dpkg: packages are installed from files."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.puppet.providers.base import Desired

WITHOUT_SOURCE = "You cannot install dpkg packages without a source"


class Dpkg(PackageProvider):
    """The version is that of the file."""

    name = "dpkg"
    features = frozenset(
        "installable uninstallable upgradeable purgeable holdable virtual_packages".split()
    )
    allows_virtual = False
    compares = False
    needs_source = WITHOUT_SOURCE

    def latest(self, tool: PackageTool, desired: Desired) -> str:
        source = desired["source"]
        if source is None:
            raise ProviderError(f"Could not update: {WITHOUT_SOURCE}")
        found: str = tool.latest([source])[source]
        return found

    def without_source(self, wanted: str) -> str:
        # The words of the reference, which does not expect this error.
        prefix = "Could not set 'present' on ensure: " if wanted == "present" else ""
        return f"{prefix}{self.needs_source}"

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_debian

        return compare_debian(one, other)


PROVIDER = Dpkg
