"""package by yum."""

from __future__ import annotations

from duckrow.puppet.providers.package.rpm import Rpm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.puppet.providers.base import Desired


class Yum(Rpm):
    """Repositories, versions and version ranges. Purging also removes dependent packages."""

    name = "yum"
    features = (Rpm.features - {"uninstall_options"}) | {"purgeable"}
    has_ranges = True
    needs_source = ""

    def latest(self, tool: PackageTool, desired: Desired) -> str:
        newest = super().latest(tool, desired)
        package = tool.installed([desired.name]).get(desired.name)
        if (package is not None and newest == package.version) or ":" in newest:
            return newest
        return f"0:{newest}"  # the reference prints available versions with their epoch


PROVIDER = Yum
