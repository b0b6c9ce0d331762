"""concat_fragment: looked after by the file that it is part of."""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert


class ConcatFragment(Inert):
    """Does nothing."""


PROVIDER = ConcatFragment
