"""package by yum."""

from __future__ import annotations

from duckrow.puppet.providers.package.rpm import Rpm


class Yum(Rpm):
    """Repositories, versions and ranges of them. Purging takes along what needs the package."""

    name = "yum"
    features = Rpm.features | {"purgeable"}
    has_ranges = True
    needs_source = ""


PROVIDER = Yum
