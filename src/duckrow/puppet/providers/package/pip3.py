"""package by pip3."""

from __future__ import annotations

from duckrow.puppet.providers.package.pip import Pip


class Pip3(Pip):
    """The pip of Python 3 where both are there."""

    name = "pip3"
    features = Pip.features - {"version_ranges"}


PROVIDER = Pip3
