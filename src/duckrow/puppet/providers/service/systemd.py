"""service by systemd."""

from __future__ import annotations

from duckrow.machine.services.systemd import Systemd as SystemdManager
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.service.common import ServiceProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.errors import CommandFailed
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State


class Systemd(ServiceProvider):
    """systemctl. Names without a suffix are services."""

    name = "systemd"
    features = frozenset(("refreshable", "enableable", "maskable"))
    restarts_always = True

    def status(self, machine: Machine, desired: Desired) -> str:
        if desired["status"] is None:
            # systemd always knows the status; `hasstatus` has no effect.
            is_running = self.ready(machine, desired).is_running(desired.name)
            return "running" if is_running else "stopped"
        return super().status(machine, desired)

    def enabled(self, machine: Machine, desired: Desired, state: State) -> str:
        manager = self.ready(machine, desired)
        if not isinstance(manager, SystemdManager):
            return super().enabled(machine, desired, state)
        said, status = manager.enablement(desired.name)
        state["enablement"] = said
        if said == "masked" and desired["enable"] == "mask":
            return "mask"
        if said == "indirect":
            return "false"
        if status == 0:
            return "true"
        if not said and manager.is_script_enabled(desired.name):
            return "true"
        return "false"

    def _is_enabled_right(self, state: State, desired: Desired) -> bool:
        said = state.get("enablement")
        # A static or indirect unit can be neither enabled nor disabled.
        if said == "indirect" or (said == "static" and desired["enable"] != "mask"):
            desired.log("debug", f"Unable to enable or disable {said} service {desired.name}")
            return True
        return super()._is_enabled_right(state, desired)

    def enable_text(self, verb: str, name: str, error: CommandFailed) -> str:
        said = error.output.decode("utf-8", "backslashreplace").strip()
        return f"Could not {verb} {name}: {said}"

    def start(self, machine: Machine, desired: Desired) -> None:
        manager = self.ready(machine, desired)

        def act() -> None:
            if isinstance(manager, SystemdManager) and desired["start"] is None:
                self.tried(desired, "start", lambda: manager.start_masked(desired.name))
                return
            self._reload(machine, desired)
            ServiceProvider.start(self, machine, desired)

        self._or_journal(machine, desired, "start", act)

    def _reload(self, machine: Machine, desired: Desired) -> None:
        """Have systemd read unit files again where a command of one's own does not."""
        manager = self.ready(machine, desired)
        if isinstance(manager, SystemdManager):
            manager.reload_if_needed(desired.name)

    def stop(self, machine: Machine, desired: Desired) -> None:
        self._or_journal(
            machine, desired, "stop", lambda: ServiceProvider.stop(self, machine, desired)
        )

    def restart(self, machine: Machine, desired: Desired) -> None:
        def act() -> None:
            if desired["restart"] is not None:
                self._reload(machine, desired)
            ServiceProvider.restart(self, machine, desired)

        self._or_journal(machine, desired, "restart", act)

    def _or_journal(
        self, machine: Machine, desired: Desired, action: str, act: Callable[[], None]
    ) -> None:
        """Call `act`; its error includes the journal of the service."""
        try:
            act()
        except ProviderError as error:
            manager = self.ready(machine, desired)
            lines = manager.journal(desired.name) if isinstance(manager, SystemdManager) else ""
            raise ProviderError(
                f"Systemd {action} for {desired.name} failed!\n"
                f"journalctl log for {desired.name}:\n{lines}"
            ) from error


PROVIDER = Systemd
