"""service by the command of that name."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import Init


class Service(Init):
    """The command `service` starts, stops and reports the status, with any manager behind it."""

    name = "service"
    features = Init.features | {"enableable"}


PROVIDER = Service
