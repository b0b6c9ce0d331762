"""service by the command of that name."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import Init


class Service(Init):
    """`service` starts, stops and tells, whatever it stands for."""

    name = "service"
    features = Init.features | {"enableable"}


PROVIDER = Service
