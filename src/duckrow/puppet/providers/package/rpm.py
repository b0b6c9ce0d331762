"""package by rpm: packages are installed from files."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import Package, PackageTool
    from duckrow.puppet.providers.base import Desired

SEPARATOR = "; "  # between versions that are installed side by side, as kernels are


class Rpm(PackageProvider):
    """Versions are [epoch:]version-release; a missing release matches any."""

    name = "rpm"
    features = frozenset(
        "installable uninstallable upgradeable versionable install_options uninstall_options "
        "virtual_packages install_only".split()
    )
    needs_source = "RPMs must specify a package source"

    def version_of(self, package: Package) -> str:
        return SEPARATOR.join([*package.others, package.version])

    def is_version(self, desired: Desired, current: str, wanted: str) -> bool:
        versions = current.split(SEPARATOR)
        if len(versions) > 1 and not desired["install_only"]:
            return False
        if self.has_ranges:
            from duckrow.machine.packages.ranges import parse_range

            range_ = parse_range(wanted)
            if range_ is not None and not range_.is_exact:
                return any(range_.includes(version, self.compare) for version in versions)
        return any(self.compare(wanted, version) == 0 for version in versions)

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_rpm

        return compare_rpm(one, other)

    def latest(self, tool: PackageTool, desired: Desired) -> str:
        if not self.needs_source:
            return super().latest(tool, desired)
        source = desired["source"]
        if source is None:
            raise ProviderError(self.needs_source)
        found: str = tool.latest([source])[source]
        return found


PROVIDER = Rpm
