"""package by dnf."""

from __future__ import annotations

from duckrow.puppet.providers.package.yum import Yum


class Dnf(Yum):
    """As yum."""

    name = "dnf"


PROVIDER = Dnf
