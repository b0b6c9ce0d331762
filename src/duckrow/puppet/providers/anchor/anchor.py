"""anchor: nothing on the machine."""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert


class Anchor(Inert):
    """Does nothing."""


PROVIDER = Anchor
