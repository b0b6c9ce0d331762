"""service by its init script, on Debian without systemd."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import InitScript


class Debian(InitScript):
    """Scripts start and stop, `service` reports the status, update-rc.d enables."""

    name = "debian"
    features = InitScript.features | {"enableable"}


PROVIDER = Debian
