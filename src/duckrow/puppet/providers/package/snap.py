"""package by snap: a wanted version is a channel."""

from __future__ import annotations

from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.puppet.providers.base import Desired


class Snap(PackageProvider):
    """Snaps refresh by themselves; holding keeps them from it."""

    name = "snap"
    features = frozenset(
        "installable uninstallable upgradeable versionable purgeable holdable install_options "
        "uninstall_options".split()
    )
    compares = False

    def check(self, tool: PackageTool, desired: Desired, version: str | None) -> None:
        """Trust the tool: the version of a channel is not its name."""


PROVIDER = Snap
