"""package by apk."""

from __future__ import annotations

from duckrow.puppet.providers.package.common import PackageProvider


class Apk(PackageProvider):
    """Repositories, versions and ranges of them."""

    name = "apk"
    features = frozenset(
        "installable uninstallable upgradeable versionable version_ranges install_options "
        "uninstall_options".split()
    )
    has_ranges = True


PROVIDER = Apk
