"""service by its init script, on Debian without systemd."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import Init


class Debian(Init):
    """Scripts start and stop, `service` reports the status, update-rc.d enables."""

    name = "debian"
    features = Init.features | {"enableable"}


PROVIDER = Debian
