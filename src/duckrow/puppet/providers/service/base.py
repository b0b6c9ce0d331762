"""service without a manager: found by its process, started and stopped by commands."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.service.common import ServiceProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State


class Base(ServiceProvider):
    """A service is a process that fits a pattern; `binary` starts it, a signal stops it."""

    name = "base"
    features = frozenset(("refreshable",))
    has_status = False

    def start(self, machine: Machine, desired: Desired) -> None:
        if desired["start"] is not None:
            self.run(machine, desired, "start")
        elif desired["binary"] is not None:
            self.run(machine, desired, "start", command=desired["binary"])
        else:
            raise ProviderError("Services must specify a start command or a binary")

    def stop(self, machine: Machine, desired: Desired) -> None:
        if desired["stop"] is not None:
            self.run(machine, desired, "stop")
            return
        try:
            pid = self._by_pattern(machine, desired).stop_first(desired.name)
        except OSError as error:
            raise ProviderError(f"Could not kill {desired.name}: {error.strerror}") from error
        if pid is None:
            desired.log("info", f"{desired.name} is not running")

    def restart(self, machine: Machine, desired: Desired) -> None:
        if desired["restart"] is not None:
            self.run(machine, desired, "restart")
        else:
            self.stop(machine, desired)
            self.start(machine, desired)

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        return ()


PROVIDER = Base
