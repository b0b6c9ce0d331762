"""package by gem: several versions side by side."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import Package, PackageTool
    from duckrow.puppet.providers.base import Desired


class Gem(PackageProvider):
    """Packages of the Ruby that `command` names. Requirements are Ruby's: ~> 1.2, >= 1.2.3."""

    name = "gem"
    features = frozenset(
        "installable uninstallable upgradeable versionable version_ranges install_options "
        "uninstall_options targetable".split()
    )

    def version_of(self, package: Package) -> list[str]:
        return [package.version, *package.others]

    def is_version(self, desired: Desired, current: str, wanted: str) -> bool:
        parts = requirements(wanted)
        return bool(parts) and all(self._meets(current, *part) for part in parts)

    def _meets(self, current: str, operator: str, limit: str) -> bool:
        order = self.compare(current, limit)
        if operator == "~>":
            # The last number may grow, those before it may not.
            fixed = limit.split(".")[:-1] or [limit]
            return order >= 0 and current.split(".")[: len(fixed)] == fixed
        fits = {"": order == 0, "=": order == 0, "!=": order != 0, "<": order < 0, ">": order > 0}
        fits |= {"<=": order <= 0, ">=": order >= 0}
        return fits[operator]

    def chosen(self, tool: PackageTool, desired: Desired, wanted: str) -> str:
        parts = requirements(wanted)
        if len(parts) == 1 and parts[0][0] in ("", "="):
            return parts[0][1]
        for version in tool.available(desired.name):
            if self.is_version(desired, version, wanted):
                return version
        if not parts:
            return wanted
        raise ProviderError(
            f"No available version for package {desired.name} is included in range {wanted}"
        )


def requirements(text: str) -> list[tuple[str, str]]:
    """Parse requirements between commas or spaces; empty if any is invalid."""
    import re

    found: list[tuple[str, str]] = []
    at = 0
    pattern = re.compile(r"[\s,]*(=|!=|>=|<=|~>|>|<)?\s*([0-9][0-9A-Za-z.-]*)[\s,]*")
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return []
        found.append((match[1] or "", match[2]))
        at = match.end()
    return found


PROVIDER = Gem
