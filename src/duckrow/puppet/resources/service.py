"""service: a daemon that runs or not, now and after the next start."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, listed_value, search_path, word_of
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.desired import Desired

# The feature that a value of `enable` needs from a provider.
_FEATURES = {"manual": "manual_startable", "mask": "maskable", "delayed": "delayed_startable"}

TABLE = ResourceTypeTable(
    "service",
    properties={
        "ensure": "stopped running",
        "enable": "true false manual mask delayed",
        "logonaccount": "",
        "flags": "",
    },
    parameters={
        "logonpassword": "",
        "binary": "",
        "hasstatus": "true false",
        "name": "",
        "path": "",
        "pattern": "",
        "restart": "",
        "start": "",
        "status": "",
        "stop": "",
        "control": "",
        "hasrestart": "true false",
        "manifest": "",
        "timeout": "",
        "provider": "",
    },
    features={
        "enable": "enableable",
        "logonaccount": "manages_logon_credentials",
        "flags": "flaggable",
        "logonpassword": "manages_logon_credentials",
        "timeout": "configurable_timeout",
    },
    summary="Starts, stops and enables services.",
    attribute_help={
        "ensure": "Whether it runs: running or stopped.",
        "enable": "Whether it starts with the system: true, false, manual, mask or delayed.",
        "logonaccount": "Who it runs as, on Windows.",
        "flags": "Words that the service is started with, where the system keeps such.",
        "logonpassword": "The password of logonaccount.",
        "binary": "The program, for services without a script.",
        "hasstatus": "Whether its script can tell whether it runs.",
        "name": "The name of the service, if it is not the title.",
        "path": "Where scripts of services are looked for.",
        "pattern": "What its process is called in the table of processes.",
        "restart": "A command that restarts it.",
        "start": "A command that starts it.",
        "status": "A command that succeeds while it runs.",
        "stop": "A command that stops it.",
        "control": "The variable that controls it, on HP-UX.",
        "hasrestart": "Whether its script can restart it.",
        "manifest": "A file that describes it, on Solaris.",
        "timeout": "Seconds that starting and stopping may take.",
    },
)


class ServiceType(Behaviour):
    """Whether something runs, and whether it starts with the machine."""

    __slots__ = ()
    providers = ("systemd", "openrc", "debian", "redhat", "init", "service", "base")
    foreign = (
        *("bsd", "daemontools", "freebsd", "gentoo", "launchd", "openbsd", "openwrt", "rcng"),
        *("runit", "smf", "src", "upstart", "windows"),
    )
    aliases = {"ensure": {"false": "stopped", "true": "running"}}
    defaults = {"hasstatus": "true"}
    can_refresh = True

    def preferred(self, machine: Any) -> tuple[str, ...]:
        return (machine.services.default().name,)

    def munge_enable(self, desired: Desired, value: object) -> str:
        wanted = str(listed_value(self.table.properties["enable"], value))
        need, provider = _FEATURES.get(wanted), desired.provider
        if need is not None and provider is not None and need not in provider.features:
            raise ValueError(
                f"Provider {provider.name} must have features '{need}' to set 'enable' to "
                f"'{wanted}'"
            )
        return wanted

    def munge_path(self, desired: Desired, value: object) -> list[str]:
        return search_path(value)

    def munge_timeout(self, desired: Desired, value: object) -> int:
        text = word_of(value)
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            raise ValueError(
                f'"{text}" is not a positive integer: the timeout parameter must be specified as '
                "a positive integer"
            )
        return int(text)

    def munge_logonpassword(self, desired: Desired, value: object) -> Any:
        if type(value) is str and ":" in value:
            raise ValueError("Passwords cannot include ':'")
        return value

    def default_path(self, desired: Desired) -> list[str] | None:
        places = getattr(desired.provider, "places", None)
        return None if places is None else list(places)

    def default_pattern(self, desired: Desired) -> str:
        return str(desired["binary"] or desired["name"])

    def default_control(self, desired: Desired) -> str | None:
        provider = desired.provider
        if provider is None or "controllable" not in provider.features:
            return None
        return str(desired["name"]).replace(".", "_").upper() + "_START"

    def validate(self, desired: Desired) -> None:
        if desired["logonpassword"] is not None and desired["logonaccount"] is None:
            raise ValueError(
                "The 'logonaccount' parameter is mandatory when setting 'logonpassword'."
            )


BEHAVIOUR = ServiceType(TABLE)
