"""package by aptitude."""

from __future__ import annotations

from duckrow.puppet.providers.package.apt import Apt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.providers.base import Desired


class Aptitude(Apt):
    """As apt, but never from a file."""

    name = "aptitude"
    features = Apt.features - {"install_options", "virtual_packages"}

    def takes_source(self, desired: Desired) -> bool:
        return False


PROVIDER = Aptitude
