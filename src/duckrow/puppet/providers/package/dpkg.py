"""package by dpkg: packages are installed from files."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError, ensure_error
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

    def without_source(self, desired: Desired) -> ProviderError:
        # The reference does not expect this error.
        if desired["ensure"] == "present":
            return ensure_error(desired, self.needs_source)
        return super().without_source(desired)

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_debian

        return compare_debian(one, other)


PROVIDER = Dpkg
