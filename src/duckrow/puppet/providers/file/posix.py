"""file: reads the state of a path and brings it to the desired state."""

from __future__ import annotations

from time import strftime

from duckrow.machine.local_time import local_time
from duckrow.puppet.providers.base import ABSENT, ProviderError, SetError
from duckrow.puppet.providers.file.backup import keep
from duckrow.puppet.providers.file.content import write_content
from duckrow.puppet.providers.file.diff import unified, up_to_limit
from duckrow.puppet.providers.file.errors import error_text, property_error_text
from duckrow.puppet.providers.file.labels import PARTS, Labels, set_label
from duckrow.puppet.providers.file.plan import FilePlan, wanted_mode
from duckrow.puppet.providers.file.source import Source, find_source
from duckrow.puppet.providers.file.times import kind_of
from duckrow.puppet.resources.file import content_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State
    from duckrow.puppet.providers.file.web_source import WebSource
    from duckrow.puppet.resources.desired import ServedFile

DEFAULT_MODE = 0o644
DIRECTORY_MODE = 0o755
# The values of ensure that have a content to compare.
_WITHOUT_CONTENT = ("directory", "link", "fifo", "socket")
_SPECIAL = {"character device": "characterSpecial", "block device": "blockSpecial"}


class UnknownAccount(ProviderError):  # noqa: N818
    """An owner or group that the machine does not have."""


class Posix(FilePlan):
    """Files of a machine."""

    name = "posix"
    features = frozenset(("manages_symlinks",))
    generates_late = True

    def __init__(self) -> None:
        super().__init__()
        self._sources: dict[str, Source | WebSource | ServedFile] = {}
        self._labels = Labels()

    # The current state.

    def read(self, machine: Machine, desired: Desired) -> State:
        self._machine = machine
        if desired["source"] is not None and "checksum_value" not in desired:
            self._take_from_source(machine, desired)
        facts = self._facts(machine, desired)
        if facts is None:
            self._labels.read(machine, desired, None, {})
            return {"ensure": ABSENT}
        state: State = {
            "ensure": _SPECIAL.get(facts.kind, facts.kind),
            "owner": facts.uid,
            "group": facts.gid,
            "mode": f"{facts.mode:04o}",
            "target": facts.target if facts.target is not None else "notlink",
        }
        if facts.kind in _WITHOUT_CONTENT:
            state["content"] = None
        elif "content" in desired or "content" in (desired["audit"] or ()):
            state["content"] = self._checksum(machine, desired)
        elif self._is_by_value(desired):
            state["checksum_value"] = machine.files.digest(desired.name, desired["checksum"])
        self._labels.read(machine, desired, facts, state)
        return state

    def _facts(self, machine: Machine, desired: Desired) -> FileFacts | None:
        return machine.files.facts(desired.name, follow=desired["links"] == "follow")

    def _checksum(self, machine: Machine, desired: Desired) -> str:
        kind = desired["checksum"]
        return f"{{{kind}}}{machine.files.digest(desired.name, kind)}"

    def _take_from_source(self, machine: Machine, desired: Desired) -> None:
        """Take the desired values that the resource does not set from the source."""
        source = self._sources[desired.ref] = find_source(machine, desired)
        values = desired.values
        kind = source.facts.kind
        if kind == "link" and desired["links"] == "manage":
            values["ensure"], values["target"] = "link", source.facts.target
            return
        if kind != "directory":
            values["content"] = checksum = source.checksum(desired["checksum"])
            values["checksum"] = kind_of(checksum)
        if values.get("ensure") != ABSENT:
            values["ensure"] = kind
        permissions = desired["source_permissions"]
        is_new = permissions == "use_when_creating" and self._facts(machine, desired) is None
        if permissions == "use" or is_new:
            given = desired.given
            if given.get("mode") is None:
                values["mode"] = f"{source.facts.mode:o}"
            if given.get("owner") is None:
                values["owner"] = source.facts.uid
            if given.get("group") is None:
                values["group"] = source.facts.gid

    def described(self, machine: Machine, desired: Desired, state: State) -> State:
        facts = self._facts(machine, desired)
        if facts is None:
            return state
        found = {**state, "type": state["ensure"]}
        found |= {"ctime": _moment(facts.ctime_ns), "mtime": _moment(facts.mtime_ns)}
        return found if facts.target is not None else {**found, "target": ABSENT}

    def generate_late(self, machine: Machine, desired: Desired) -> list[Desired]:
        if "recurse" not in desired:
            return []
        from duckrow.puppet.providers.file.recurse import children_of

        return children_of(machine, desired)

    # From one to the other.

    def _diff(self, desired: Desired) -> str:
        assert self._machine is not None
        files = self._machine.files
        facts = files.facts(desired.name, follow=True)
        old = up_to_limit(files.pieces(desired.name))
        new = up_to_limit(self._pieces(desired))
        return unified(desired.name, old, new, facts)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        self._clear(machine, desired, ABSENT)

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        try:
            self._create(machine, desired)
        except UnknownAccount as error:
            raise SetError(desired, "ensure", desired["ensure"], str(error)) from None
        except OSError as error:
            why = error_text(error, desired)
            raise SetError(desired, "ensure", desired["ensure"], why) from error

    def _create(self, machine: Machine, desired: Desired) -> None:
        wanted = desired["ensure"]
        self._clear(machine, desired, wanted)
        path = desired.name
        if wanted == "directory":
            parent = path.rpartition("/")[0] or "/"
            if machine.files.facts(parent, follow=True) is None:
                message = f"Cannot create {path}; parent directory {parent} does not exist"
                raise ProviderError(message)
            text = desired["mode"]
            mode = DIRECTORY_MODE
            if text is not None:
                mode = wanted_mode(text, DIRECTORY_MODE, is_directory=True)
            machine.files.make_directory(path, mode)
        elif wanted == "link":
            self._link(machine, desired)
        else:
            self._write(machine, desired)
        self._fix(machine, desired)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        try:
            self._set(machine, desired, name, value)
        except OSError as error:
            raise ProviderError(property_error_text(error, desired, name, value)) from error

    def _set(self, machine: Machine, desired: Desired, name: str, value: Any) -> None:
        path = desired.name
        follow = desired["links"] == "follow"
        if name in PARTS:
            set_label(machine, path, name, value, follow=follow)
        elif name in ("content", "checksum_value"):
            self._clear(machine, desired, "file")
            self._write(machine, desired)
            self._fix(machine, desired)
        elif name == "target":
            self._clear(machine, desired, "link")
            self._link(machine, desired)
            self._fix(machine, desired)
        elif name == "mode":
            facts = self._facts(machine, desired)
            if facts is not None and not facts.is_link:
                mode = wanted_mode(value, facts.mode, is_directory=facts.is_directory)
                machine.files.set_mode(path, mode, follow=follow)
        else:
            number = self._known_number(name, value)
            if name == "owner":
                machine.files.set_owner(path, uid=number, follow=follow)
            else:
                machine.files.set_owner(path, gid=number, follow=follow)

    def _known_number(self, name: str, value: object) -> int:
        number = self._number(name, value)
        if number is None:
            kind = "user" if name == "owner" else "group"
            raise UnknownAccount(f"Could not find {kind} {value}")
        return number

    def _fix(self, machine: Machine, desired: Desired) -> None:
        """Set the owner and mode of a new file; owners first, since they clear bits."""
        for name in ("owner", "group", "mode"):
            if name not in desired:
                continue
            facts = self._facts(machine, desired)
            if facts is None:
                return
            wanted = desired[name]
            if name == "mode":
                if facts.is_link or facts.mode == wanted_mode(
                    wanted, facts.mode, is_directory=facts.is_directory
                ):
                    continue
            elif (facts.uid if name == "owner" else facts.gid) == self._known_number(name, wanted):
                continue
            self.set(machine, desired, name, wanted, {})

    def _clear(self, machine: Machine, desired: Desired, wanted: str) -> None:
        """Back up the existing file, and remove it if its kind is not the wanted one."""
        facts = self._facts(machine, desired)
        if facts is None:
            return
        kind = _SPECIAL.get(facts.kind, facts.kind)
        if desired["backup"] is not None:
            if kind in ("file", "link") or (kind == "directory" and desired["force"]):
                keep(machine, desired, facts)
            else:
                desired.log("warning", f"Could not back up file of type {kind}")
        if kind == wanted:
            return
        if kind == "directory":
            if not desired["force"]:
                desired.log("notice", "Not removing directory; use 'force' to override")
                return
            machine.files.remove(desired.name, recursive=True)
        elif facts.kind in _SPECIAL:
            raise ProviderError(f"Could not remove files of type {kind}")
        elif wanted not in ("file", "present", "link"):
            # A file or link is replaced in the same step that writes the new one.
            machine.files.remove(desired.name)

    def _link(self, machine: Machine, desired: Desired) -> None:
        if desired["target"] is None:
            raise ProviderError("Cannot create a symlink without a target")
        facts = self._facts(machine, desired)
        if facts is not None and facts.is_directory:
            raise ProviderError("Could not remove existing file")
        # Where the owner may write, the reference makes the link as the owner.
        uid, gid = self._owner_who_may_write(machine, desired) or (None, None)
        machine.files.make_link(desired.name, desired["target"], uid, gid)

    def _owner_who_may_write(self, machine: Machine, desired: Desired) -> tuple[int, int] | None:
        """Return the wanted owner and its group, if it may write to the directory of a path."""
        number = None if "owner" not in desired else self._number("owner", desired["owner"])
        owner = None if number is None else machine.users.user_of(number)
        directory = machine.files.facts(desired.name.rpartition("/")[0] or "/", follow=True)
        if owner is None or directory is None:
            return None
        if owner.uid == directory.uid:
            bit = 0o200
        elif owner.gid == directory.gid or _is_member(machine, owner.name, directory.gid):
            bit = 0o020
        else:
            bit = 0o002
        return (owner.uid, owner.gid) if directory.mode & bit or owner.uid == 0 else None

    def _write(self, machine: Machine, desired: Desired) -> None:
        facts = self._facts(machine, desired)
        text = desired["mode"]
        mode = None if text is None else wanted_mode(text, DEFAULT_MODE)
        if facts is not None and not facts.is_file and mode is None:
            mode = DEFAULT_MODE
        itself = machine.files.facts(desired.name)
        if itself is not None and itself.is_link:
            # The file replaces the link, also a link that is followed.
            if mode is None and facts is not None:
                mode = facts.mode
            machine.files.remove(desired.name)
        write_content(machine, desired, self._pieces(desired), mode)

    def _pieces(self, desired: Desired) -> Iterable[bytes]:
        source = self._sources.get(desired.ref)
        if source is None and self._is_by_value(desired):
            assert self._machine is not None
            source = self._sources[desired.ref] = find_source(self._machine, desired)
        if source is not None:
            return source.pieces()
        content = desired.given.get("content")
        return () if content is None else (content_of(content),)


def _is_member(machine: Machine, name: str, gid: int) -> bool:
    group = machine.users.group_of(gid)
    return group is not None and name in group.members


def _moment(time_ns: int) -> str:
    return strftime("%Y-%m-%d %H:%M:%S %z", local_time(time_ns // 1_000_000_000))


PROVIDER = Posix
