"""mount: lines of fstab, and mounted file systems.

A mount is `absent` (in neither), `unmounted` (in the table), `ghost` (mounted without being in the
table) or `mounted` (both).
"""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.texts.fstab import Mounts, parse_fstab
from duckrow.machine.texts.mount_lines import Mount
from duckrow.puppet.providers.base import ABSENT, Change, ProviderError, shown
from duckrow.puppet.providers.parsed import ParsedFile
from duckrow.puppet.resources.mount import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.machine.machine import Machine
    from duckrow.machine.texts.lines import Lines
    from duckrow.puppet.providers.base import Desired, State

UNMOUNTED, MOUNTED, GHOST, DEFINED = "unmounted", "mounted", "ghost", "defined"
# Properties that the table of this system cannot hold are always in sync.
_ELSEWHERE = ("atboot", "blockdevice")
_EVENTS = {
    DEFINED: "mount_created",
    UNMOUNTED: "mount_unmounted",
    ABSENT: "mount_deleted",
    MOUNTED: "mount_mounted",
}


class Parsed(ParsedFile):
    """Mounts by the table; the table is changed before something is mounted by it."""

    features = frozenset(("refreshable",))
    usual = USUAL

    def __init__(self) -> None:
        super().__init__()
        self._to_mount: set[str] = set()

    def is_suitable(self, machine: Machine) -> bool:
        return all(machine.commands.find(tool) is not None for tool in ("mount", "umount"))

    # The table.

    def parse(self, content: bytes) -> Lines[Mount]:
        return parse_fstab(content)

    def key_of(self, record: Mount) -> str:
        return record.path.rstrip("/") or record.path[:1]

    def state_of(self, record: Mount) -> State:
        return {
            "device": record.device,
            "fstype": record.kind,
            "options": record.options,
            "pass": record.check,
            "dump": record.dump,
        }

    def record_of(self, desired: Desired, state: State) -> Mount:
        def text(name: str, default: str = "") -> str:
            value = state.get(name, ABSENT)
            return default if value == ABSENT else str(value)

        if not text("fstype"):
            raise ProviderError(f"Mount[{desired.name}]: Field 'fstype' is required")
        if not text("device"):
            raise ProviderError("Field 'device' is required")
        return Mount(
            text("device"),
            desired.name,
            text("fstype"),
            text("options", "defaults"),
            text("dump", "0"),
            text("pass", "0"),
        )

    # The current state.

    def read(self, machine: Machine, desired: Desired) -> State:
        state = super().read(machine, desired)
        is_mounted = desired.name in _mounts(machine).mounted()
        if state["ensure"] == ABSENT:
            state["ensure"] = GHOST if is_mounted else ABSENT
        else:
            state["ensure"] = MOUNTED if is_mounted else UNMOUNTED
        return state

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        mounted = dict.fromkeys(_mounts(machine).mounted())
        for name, state in super().instances(machine):
            is_mounted = name in mounted
            mounted.pop(name, None)
            yield name, {**state, "ensure": MOUNTED if is_mounted else UNMOUNTED}
        for name in mounted:
            yield name, {"ensure": GHOST, "target": self.usual}

    def described(self, machine: Machine, desired: Desired, state: State) -> State:
        return {"target": self.target_of(desired), **state}

    # The changes.

    def plan(self, state: State, desired: Desired) -> list[Change]:
        # An entry that is in no table has no wrong table.
        unknown = _ELSEWHERE if "target" in state else (*_ELSEWHERE, "target")
        for name in unknown:
            if name in desired:
                state[name] = desired[name]
        return super().plan(state, desired)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "ensure" and wanted == DEFINED:
            return current in (MOUNTED, UNMOUNTED)
        return super().is_in_sync(desired, name, current, wanted)

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name != "ensure":
            return super().change(state, desired, name, **more)
        current, wanted = state["ensure"], desired["ensure"]
        event = _EVENTS[wanted]
        if wanted == UNMOUNTED and current == ABSENT:
            event = _EVENTS[DEFINED]
        if current == ABSENT:
            message = f"defined 'ensure' as {shown(wanted)}"
        elif wanted == ABSENT:
            message = f"undefined 'ensure' from {shown(current)}"
        else:
            message = f"ensure changed {shown(current)} to {shown(wanted)}"
        steps = {
            DEFINED: self._define,
            UNMOUNTED: self._unmount,
            ABSENT: self._remove,
            MOUNTED: self._mount,
        }
        step = steps[wanted]
        return Change(
            name,
            current,
            wanted,
            lambda machine: step(machine, desired, state),
            message=message,
            event_name=event,
            is_sensitive=desired.is_sensitive(name),
        )

    def _define(self, machine: Machine, desired: Desired, state: State) -> None:
        self.create(machine, desired, state)

    def _unmount(self, machine: Machine, desired: Desired, state: State) -> None:
        if state["ensure"] == MOUNTED:
            _tell(_mounts(machine).unmount, desired.name)
            self._set_others(machine, desired, state)
            return
        self.create(machine, desired, state)
        if state["ensure"] == GHOST:
            super().flush(machine, desired)
            _tell(_mounts(machine).unmount, desired.name)

    def _remove(self, machine: Machine, desired: Desired, state: State) -> None:
        if state["ensure"] in (MOUNTED, GHOST):
            _tell(_mounts(machine).unmount, desired.name)
        if state["ensure"] != GHOST:
            self.remove(machine, desired, state)

    def _mount(self, machine: Machine, desired: Desired, state: State) -> None:
        if state["ensure"] in (ABSENT, GHOST):
            self.create(machine, desired, state)
        else:
            self._set_others(machine, desired, state)
        if state["ensure"] in (ABSENT, UNMOUNTED):
            self._to_mount.add(desired.ref)

    def _set_others(self, machine: Machine, desired: Desired, state: State) -> None:
        """Change the other properties of a line together with `ensure`."""
        for name in desired.table.properties:
            if name == "ensure" or name not in desired or name in _ELSEWHERE:
                continue
            if not self.is_in_sync(desired, name, state.get(name, ABSENT), desired[name]):
                self.set(machine, desired, name, desired[name], state)

    def flush(self, machine: Machine, desired: Desired) -> None:
        must_mount = desired.ref in self._to_mount
        self._to_mount.discard(desired.ref)
        super().flush(machine, desired)
        if must_mount:
            _tell(_mounts(machine).mount, desired.name)

    def refresh(self, machine: Machine, desired: Desired) -> None:
        mounts = _mounts(machine)
        if desired["fstype"] == "swap" or desired.name not in mounts.mounted():
            return
        desired.log("info", "Remounting", f"Mount[{desired.title}](provider=parsed)")
        if desired["remounts"] == "true":
            _tell(mounts.remount, desired.name)
        else:
            _tell(mounts.unmount, desired.name)
            _tell(mounts.mount, desired.name)


def _mounts(machine: Machine) -> Mounts:
    return Mounts(machine.files, machine.commands, machine.root)


def _tell(step: Callable[[str], None], path: str) -> None:
    """Call a step with a path; the error of a tool shows its command."""
    try:
        step(path)
    except CommandFailed as error:
        raise ProviderError(error.whole) from error


PROVIDER = Parsed
