"""The base of all package providers: one tool of the host, asked about all packages at once.

The state of a package is its version as `ensure`; "absent", or "purged" where tools distinguish the
two; and whether it is held as `mark`. For packages with `ensure => latest` the newest version
belongs to the state too.
"""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.packages.package import CONFIGURED, INSTALLED
from duckrow.puppet.providers.base import ABSENT, Change, Provider, ProviderError, change_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.packages.package import Package, PackageTool
    from duckrow.puppet.providers.base import Desired, State

PURGED = "purged"
_MISSING = (ABSENT, PURGED)
_WORDS = frozenset(("present", ABSENT, PURGED, "latest", "disabled"))
_EVENTS = {"present": "installed", ABSENT: "removed", PURGED: "purged"}


class PackageProvider(Provider):
    """The base of package providers. Subclasses have the name of the tool and its features."""

    # The default of `allow_virtual`: whether a name that other packages provide is accepted.
    allows_virtual = True
    # Whether there is more to comparing versions than their texts.
    compares = True
    # Whether versions may be given as ranges.
    has_ranges = False
    # Why something cannot be installed without a source; "" if it can.
    needs_source = ""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._stamp: object = None
        self._waiting: dict[str, None] = {}

    def is_suitable(self, machine: Machine) -> bool:
        return machine.packages.tool(self.name).is_present

    def tool(self, machine: Machine, desired: Desired) -> PackageTool:
        """Return the tool for a package: one of several if it names its command."""
        command = desired["command"] if "targetable" in self.features else None
        if command is None:
            return machine.packages.tool(self.name)
        tool = machine.packages.tool(self.name, command)
        if not tool.is_present:
            raise ProviderError(
                f"Provider {self.name} package command '{command}' does not exist on this host"
            )
        return tool

    # Reading

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        for tool in {id(tool): tool for tool in self._tools(machine, many)}.values():
            tool.installed()
        self._waiting = {
            desired.name: None
            for desired in many
            if desired["ensure"] == "latest" and desired["command"] is None
        }

    def _tools(self, machine: Machine, many: list[Desired]) -> Iterable[PackageTool]:
        for desired in many:
            try:
                yield self.tool(machine, desired)
            except ProviderError:
                continue  # `read` reports it for its resource

    def read(self, machine: Machine, desired: Desired) -> State:
        tool = self.tool(machine, desired)
        package = self.find(tool, desired)
        state = self.state_of(package)
        if desired["ensure"] == "latest" and state["ensure"] not in _MISSING:
            try:
                state["latest"] = self.latest(tool, desired)
            except (OSError, ValueError, ProviderError) as error:
                state["trouble"] = f"Could not get latest version: {_error_text(error)}"
        return state

    def find(self, tool: PackageTool, desired: Desired) -> Package | None:
        """Return the facts about a package, or about one that provides its name."""
        name = desired.name
        package = tool.installed([name]).get(name)
        if package is None and not tool.database:
            # Without a database nothing shows whether another program has installed it meanwhile.
            tool.forget()
            package = tool.installed([name]).get(name)
        is_there = package is not None and package.is_installed
        if not is_there and desired["allow_virtual"]:
            other = tool.provided(name)
            if other is not None:
                desired.log(
                    "info", f"Package {name} is virtual, defaulting to {other.name}", "Puppet"
                )
                desired.name = other.name
                return other
        return package

    def state_of(self, package: Package | None) -> State:
        """Return the state of a package."""
        missing = PURGED if "purgeable" in self.features else ABSENT
        state: dict[str, Any] = {"ensure": missing}
        if package is not None:
            state["ensure"] = self.version_of(package) if package.is_installed else ABSENT
        if package is not None and "holdable" in self.features:
            state["mark"] = "hold" if package.is_held else "none"
        return state

    def version_of(self, package: Package) -> Any:
        """Return the value of `ensure` for an installed package."""
        return package.version

    def latest(self, tool: PackageTool, desired: Desired) -> str:
        """Return the newest version; one call asks for all packages with `ensure => latest`."""
        name = desired.name
        stamp = tool.stamp()
        if stamp is None or desired["command"] is not None:
            found = tool.latest([name])
        else:
            if stamp != self._stamp or name not in self._latest:
                self._stamp = stamp
                self._waiting.setdefault(name)
                installed = tool.installed(self._waiting)
                self._latest = tool.latest(list(installed) or [name])
            self._waiting.pop(name, None)
            found = self._latest
        if name not in found:
            raise ProviderError("Could not find latest version")
        return found[name]

    # Planning

    def is_in_sync(self, desired: Desired, name: str, current: Any, wanted: Any) -> bool:
        if name != "ensure":
            return super().is_in_sync(desired, name, current, wanted)
        if wanted == "present":
            return current not in (*_MISSING, "disabled")
        if wanted == ABSENT:
            return current in _MISSING
        if wanted in (PURGED, "disabled"):
            return bool(current == wanted)
        if current in _MISSING:
            return False
        if wanted == "latest":
            return True  # a newer one is a matter of planning
        versions = current if type(current) is list else [current]
        return wanted in versions or any(
            self.is_version(desired, version, wanted) for version in versions
        )

    def _is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        many = (desired.alternatives or {}).get(name)
        if name != "ensure" or many is None:
            return super()._is_in_sync(desired, name, current, wanted)
        for each in many:
            if self.is_in_sync(desired, name, current, each):
                return True
            # A provider that compares versions itself checks the first only, as in the reference.
            if each not in _WORDS and self.compares:
                return False
        return False

    def is_version(self, desired: Desired, current: str, wanted: str) -> bool:
        """Return whether an installed version satisfies a wanted one of different text."""
        if not self.has_ranges:
            return False
        from duckrow.machine.packages.ranges import parse_range

        range_ = parse_range(wanted)
        return range_ is not None and range_.includes(current, self.compare)

    def compare(self, one: str, other: str) -> int:
        """Return which of two versions is newer."""
        from duckrow.machine.packages.versions import compare_plain

        return compare_plain(one, other)

    def plan(self, state: State, desired: Desired) -> list[Change]:
        if desired.values.get("ensure") != "latest" or "latest" not in state:
            if "trouble" in state:
                return [self._trouble(state, desired)]
            changes = super().plan(state, desired)
            is_there = state["ensure"] not in _MISSING
            return changes if is_there else [each for each in changes if each.property == "ensure"]
        current, newest = state["ensure"], state["latest"]
        if newest in (current if type(current) is list else [current]):
            without = {key: value for key, value in desired.values.items() if key != "ensure"}
            return self._others(state, desired, without)
        return [self.change(state, desired, "ensure")]

    def _others(self, state: State, desired: Desired, values: dict[str, object]) -> list[Change]:
        return [
            self.change(state, desired, name)
            for name in desired.table.properties
            if name in values
            and not self._is_in_sync(desired, name, state.get(name, ABSENT), values[name])
        ]

    def _trouble(self, state: State, desired: Desired) -> Change:
        def fail(_machine: Machine) -> None:
            raise ProviderError(state["trouble"])

        name = f"{desired.table.name}_changed"
        return Change("ensure", state["ensure"], desired["ensure"], fail, event_name=name)

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name != "ensure":
            return super().change(state, desired, name, **more)
        old, wanted = state["ensure"], desired["ensure"]
        shown = state.get("latest", wanted)
        if wanted == PURGED:
            message = PURGED
        elif old in _MISSING and wanted not in _MISSING:
            message = "created"
        else:
            message = change_text(name, old, shown)
        return Change(
            name,
            old,
            shown,
            lambda machine: self._bring(machine, desired, state),
            message=message,
            event_name=f"package_{_EVENTS.get(wanted, 'changed')}",
            is_sensitive=desired.is_sensitive(name),
        )

    # Changing

    def _bring(self, machine: Machine, desired: Desired, state: State) -> None:
        wanted = desired["ensure"]
        if wanted in _MISSING:
            tool = self.tool(machine, desired)
            self._tried(lambda: self.take_away(machine, tool, desired, purges=wanted == PURGED))
            return
        prefix = "" if wanted == "present" else "Could not update: "
        self._tried(lambda: self.put(machine, desired, state), prefix)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        tool = self.tool(machine, desired)
        self._tried(
            lambda: tool.hold(desired.name) if value == "hold" else tool.unhold(desired.name)
        )

    def put(self, machine: Machine, desired: Desired, state: State) -> None:
        """Install the wanted version."""
        tool = self.tool(machine, desired)
        wanted, source = desired["ensure"], desired["source"]
        if self.needs_source and source is None:
            raise self.without_source(desired)
        self.prepare(machine, tool, desired)
        version = None if wanted in _WORDS else self.chosen(tool, desired, wanted)
        try:
            tool.install(
                desired.name,
                version,
                source=source if self.takes_source(desired) else None,
                options=options_of(desired["install_options"]),
                replaces_configuration=desired["configfiles"] == "replace",
            )
        finally:
            if "holdable" in self.features:
                self._mind_mark(tool, desired)
        self.check(tool, desired, version)

    def without_source(self, desired: Desired) -> ProviderError:
        """Return the error for a package without a source."""
        return ProviderError(self.needs_source)

    def takes_source(self, desired: Desired) -> bool:
        """Return whether the package is installed from its source."""
        return True

    def prepare(self, machine: Machine, tool: PackageTool, desired: Desired) -> None:
        """Prepare the installation or removal of a package."""

    def check(self, tool: PackageTool, desired: Desired, version: str | None) -> None:
        """Raise an error if the installed version is not the wanted one."""
        if version is None:
            return
        package = tool.installed([desired.name]).get(desired.name)
        if package is None or not package.is_installed:
            raise ProviderError(f"Could not find package {desired.name}")
        is_version = self.version_of(package)
        if not self.is_in_sync(desired, "ensure", is_version, desired["ensure"]):
            raise ProviderError(
                f"Failed to update to version {version}, got version {is_version} instead"
            )

    def chosen(self, tool: PackageTool, desired: Desired, wanted: str) -> str:
        """Return the version to install: the newest in a range, or the wanted one."""
        if not self.has_ranges:
            return wanted
        from duckrow.machine.packages.ranges import parse_range

        range_ = parse_range(wanted)
        if range_ is None or range_.is_exact:
            return wanted
        best = range_.best(tool.available(desired.name), tool.compare)
        if best is None:
            message = (
                f"No available version for package {desired.name} is included in range {wanted}"
            )
            desired.log("debug", message, "Puppet")
            raise ProviderError(message)
        return best

    def _mind_mark(self, tool: PackageTool, desired: Desired) -> None:
        """Hold a package if `mark` is hold, and release it otherwise."""
        package = tool.installed([desired.name]).get(desired.name)
        if package is None:
            return
        if desired["mark"] == "hold" and not package.is_held:
            tool.hold(desired.name)
        elif desired["mark"] != "hold" and package.is_held:
            tool.unhold(desired.name)

    def take_away(
        self, machine: Machine, tool: PackageTool, desired: Desired, *, purges: bool
    ) -> None:
        """Remove a package, with its configuration or without."""
        self.prepare(machine, tool, desired)
        options = options_of(desired["uninstall_options"])
        if purges:
            tool.purge(desired.name, options=options)
        else:
            tool.remove(desired.name, options=options)

    def _tried(self, act: Callable[[], None], prefix: str = "") -> None:
        """Call `act`; an error has all words of the tool's command."""
        try:
            act()
        except (OSError, ValueError, ProviderError) as error:
            raise ProviderError(f"{prefix}{_error_text(error)}") from error

    # Listing

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        known = machine.packages.tool(self.name).installed()
        for key, package in known.items():
            # A package may be known by several keys, such as one with its architecture.
            is_main = key == package.name or package.name not in known
            if is_main and package.state in (INSTALLED, CONFIGURED):
                yield package.name, self.state_of(package)


def options_of(options: list[object] | None) -> list[str]:
    """Return options as words: a hash becomes name=value, sorted by name."""
    found: list[str] = []
    for option in options or ():
        if isinstance(option, dict):
            found += [f"{name}={option[name]}" for name in sorted(option)]
        else:
            found.append(str(option))
    return found


def _error_text(error: Exception) -> str:
    if isinstance(error, CommandFailed):
        return error.whole
    if isinstance(error, OSError) and error.strerror:
        return str(error.strerror)
    return str(error)
