"""package by npm."""

from __future__ import annotations

from duckrow.puppet.providers.package.common import PackageProvider


class Npm(PackageProvider):
    """Packages of a Node, for the whole machine."""

    name = "npm"
    features = frozenset(
        "installable uninstallable upgradeable versionable install_options uninstall_options "
        "targetable".split()
    )
    compares = False


PROVIDER = Npm
