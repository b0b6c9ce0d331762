"""notify: logs its message in every run."""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, Change, Provider
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State


class Notify(Provider):
    """Its only change is a message in the log of the run."""

    def read(self, machine: Machine, desired: Desired) -> State:
        return {"message": ABSENT}

    def plan(self, state: State, desired: Desired) -> list[Change]:
        if desired["message"] is None:
            return []
        return [self.change(state, desired, "message", is_idempotent=False)]

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        text = value if isinstance(value, str) else inspect(value)
        if desired.is_sensitive("message"):
            text = "Sensitive [value redacted]"
        source = f"{desired.path}/message" if desired["withpath"] == "true" else "Puppet"
        desired.log(desired.loglevel, text, source)


PROVIDER = Notify
