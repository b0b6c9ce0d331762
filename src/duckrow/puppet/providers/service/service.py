"""service by the command of that name."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import InitScript


class Service(InitScript):
    """The command `service` starts, stops and reports the status, with any manager behind it."""

    name = "service"
    features = InitScript.features | {"enableable"}


PROVIDER = Service
