"""service by OpenRC."""

from __future__ import annotations

from duckrow.puppet.providers.service.common import ServiceProvider


class OpenRc(ServiceProvider):
    """rc-service and rc-update."""

    name = "openrc"
    features = frozenset(("refreshable", "enableable"))


PROVIDER = OpenRc
