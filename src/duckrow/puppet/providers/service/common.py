"""The base of service providers: the commands of a resource, else a service manager.

If the resource names a command for an action, the provider runs that command, otherwise the manager
acts. A change of `ensure` also changes `enable` without a message, as in the reference.
"""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.commands import plain_environment
from duckrow.machine.services.manager import ENABLED, MASKED
from duckrow.machine.services.pattern import PatternServices
from duckrow.puppet.providers.base import Change, Provider, ProviderError
from duckrow.puppet.providers.exec.words import argv_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.processes.command import Result
    from duckrow.machine.services.manager import ServiceManager
    from duckrow.puppet.providers.base import Desired, State

RUNNING, STOPPED = "running", "stopped"
_EVENTS = {
    RUNNING: "started",
    STOPPED: "stopped",
    "true": "enabled",
    "false": "disabled",
    "mask": "disabled",
    "manual": "manual_start",
    "delayed": "delayed_start",
}
LONGEST = 3600.0  # seconds that a command may take


class ServiceProvider(Provider):
    """The base of service providers. Subclasses name a manager and override its differences."""

    # Whether the manager always can restart, or only if `hasrestart` is true.
    restarts_always = False
    # Whether the manager always reports the status, or only if `hasstatus` is true.
    has_status = True

    def is_suitable(self, machine: Machine) -> bool:
        return self.manager(machine).is_present

    def manager(self, machine: Machine) -> ServiceManager:
        """Return the manager of the machine."""
        return machine.services.manager(self.name)

    def ready(self, machine: Machine, desired: Desired) -> ServiceManager:
        """Return the manager, prepared for a service."""
        return self.manager(machine)

    # Reading

    def read(self, machine: Machine, desired: Desired) -> State:
        # Read only managed and audited properties: the status of a service may be expensive.
        state: dict[str, Any] = {}
        if "ensure" in desired.values or self._is_audited(desired, "ensure"):
            state["ensure"] = self.status(machine, desired)
        if "enable" in desired.values or self._is_audited(desired, "enable"):
            state["enable"] = self.enabled(machine, desired, state)
        return state

    def _is_audited(self, desired: Desired, name: str) -> bool:
        return name in (desired["audit"] or ())

    def status(self, machine: Machine, desired: Desired) -> str:
        """Return whether a service runs."""
        if desired["status"] is not None:
            is_running = self.run(machine, desired, "status").status == 0
        elif self.has_status and desired["hasstatus"] == "true":
            is_running = self.ready(machine, desired).is_running(desired.name)
        else:
            is_running = bool(self._by_pattern(machine, desired).processes(desired.name))
        return RUNNING if is_running else STOPPED

    def enabled(self, machine: Machine, desired: Desired, state: State) -> str:
        """Return whether a service starts at boot; "mask" only if that is wanted."""
        found = self.ready(machine, desired).enabled(desired.name)
        if found == MASKED and desired["enable"] == "mask":
            return "mask"
        return "true" if found == ENABLED else "false"

    def _by_pattern(self, machine: Machine, desired: Desired) -> PatternServices:
        # Not the machine's own manager: the pattern belongs to this one resource.
        found = PatternServices(machine.commands, machine.files, machine.root)
        found.patterns[desired.name] = str(desired["pattern"])
        return found

    # Planning

    def plan(self, state: State, desired: Desired) -> list[Change]:
        values = desired.values
        wanted = values.get("ensure")
        if wanted is not None and not self._is_in_sync(desired, "ensure", state["ensure"], wanted):
            return [self.change(state, desired, "ensure")]
        if "enable" in values and not self._is_enabled_right(state, desired):
            return [self.change(state, desired, "enable")]
        return []

    def _is_enabled_right(self, state: State, desired: Desired) -> bool:
        return self._is_in_sync(desired, "enable", state["enable"], desired["enable"])

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        old, wanted = state[name], desired[name]

        def act(machine: Machine) -> None:
            if name == "enable":
                self.set_enabled(machine, desired, wanted)
                return
            if wanted == RUNNING:
                self.start(machine, desired)
            else:
                self.stop(machine, desired)
            if "enable" in desired.values:
                now = {"enable": self.enabled(machine, desired, state)}
                if not self._is_enabled_right({**state, **now}, desired):
                    self.set_enabled(machine, desired, desired["enable"])

        return Change(
            name,
            old,
            wanted,
            act,
            message=f"{name} changed '{old}' to '{wanted}'",
            event_name=f"service_{_EVENTS[wanted]}",
            is_sensitive=desired.is_sensitive(name),
            # A service that was just started needs no restart.
            drops_refreshes=wanted == RUNNING,
        )

    # Changing

    def start(self, machine: Machine, desired: Desired) -> None:
        """Start a service."""
        if desired["start"] is not None:
            self.run(machine, desired, "start")
        else:
            manager = self.ready(machine, desired)
            self.tried(desired, "start", lambda: manager.start(desired.name))

    def stop(self, machine: Machine, desired: Desired) -> None:
        """Stop a service."""
        if desired["stop"] is not None:
            self.run(machine, desired, "stop")
        else:
            manager = self.ready(machine, desired)
            self.tried(desired, "stop", lambda: manager.stop(desired.name))

    def restart(self, machine: Machine, desired: Desired) -> None:
        """Restart a service: at once if that can be done, else it is stopped and started."""
        if desired["restart"] is not None:
            self.run(machine, desired, "restart")
        elif self.restarts_always or desired["hasrestart"] == "true":
            manager = self.ready(machine, desired)
            self.tried(desired, "restart", lambda: manager.restart(desired.name))
        else:
            self.stop(machine, desired)
            self.start(machine, desired)

    def set_enabled(self, machine: Machine, desired: Desired, wanted: str) -> None:
        """Have a service start with the machine, or not."""
        manager = self.ready(machine, desired)
        name = desired.name
        act = {"true": manager.enable, "false": manager.disable, "mask": manager.mask}[wanted]
        verb = {"true": "enable", "false": "disable", "mask": "mask"}[wanted]
        try:
            act(name)
        except CommandFailed as error:
            raise ProviderError(self.enable_text(verb, name, error)) from error

    def enable_text(self, verb: str, name: str, error: CommandFailed) -> str:
        """Return the error message for a service that could not be enabled or disabled."""
        return error.whole

    def refresh(self, machine: Machine, desired: Desired) -> None:
        if self.status(machine, desired) == RUNNING:
            self.restart(machine, desired)
        else:
            desired.log("debug", "Skipping restart; service is not running")

    def run(self, machine: Machine, desired: Desired, action: str, command: Any = None) -> Result:
        """Run the command that a resource has for something; only asking may fail."""
        command = desired[action] if command is None else command
        argv = argv_of(command)
        if not argv:
            raise ProviderError(f"The command of the attribute {action} is empty")
        environment = plain_environment(machine.commands.search_path)
        found = machine.commands.find(argv[0])
        if found is not None:
            argv[0] = found
        try:
            result = machine.commands.run(
                Command(argv, environment=environment, directory="/", timeout=LONGEST)
            )
        except OSError as error:
            if action == "status":
                raise
            raise ProviderError(f"Could not {action} {desired.ref}: {error.strerror}") from error
        if action != "status" and not result.is_success:
            said = result.text.strip()
            text = command if type(command) is str else " ".join(argv)
            if any(desired.is_sensitive(name) for name in (action, "binary")):
                text, said = "[command redacted]", "[output redacted]"
            raise ProviderError(
                f"Could not {action} {desired.ref}: Execution of '{text}' returned "
                f"{result.status}: {said}"
            )
        return result

    def tried(self, desired: Desired, action: str, act: Callable[[], object]) -> None:
        """Call `act`; an error has all words of the tool's command."""
        try:
            act()
        except CommandFailed as error:
            raise ProviderError(f"Could not {action} {desired.ref}: {error.whole}") from error
        except ValueError as error:
            raise ProviderError(f"Could not {action} {desired.ref}: {error}") from error

    # Listing

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        manager = self.manager(machine)
        for name, found in manager.states(manager.names()).items():
            state = {"ensure": RUNNING if found.is_running else STOPPED}
            if "enableable" in self.features:
                state["enable"] = "true" if found.enabled == ENABLED else "false"
            yield name, state
