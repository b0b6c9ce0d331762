"""package by zypper."""

from __future__ import annotations

from duckrow.puppet.providers.package.rpm import Rpm


class Zypper(Rpm):
    """Repositories, versions and ranges of them."""

    name = "zypper"
    features = Rpm.features - {"uninstall_options", "install_only"}
    has_ranges = True
    needs_source = ""


PROVIDER = Zypper
