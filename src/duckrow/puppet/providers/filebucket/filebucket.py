"""filebucket: a name for where contents are kept; there is nothing to change."""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert


class Filebucket(Inert):
    """The store of contents makes itself when something is kept."""


PROVIDER = Filebucket
