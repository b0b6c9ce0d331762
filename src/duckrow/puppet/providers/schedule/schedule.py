"""schedule: nothing on the machine; other resources look at it."""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert


class Schedule(Inert):
    """Has no state."""


PROVIDER = Schedule
