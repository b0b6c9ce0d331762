"""ssh_authorized_key: lines of files of keys, written with the rights of the user they are for."""

from __future__ import annotations

from duckrow.machine.texts.ssh_keys import (
    UNNAMED,
    AuthorizedKey,
    named_keys,
    parse_authorized_keys,
)
from duckrow.puppet.providers.base import ABSENT, ProviderError
from duckrow.puppet.providers.parsed import ParsedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.machine import Machine
    from duckrow.machine.texts.lines import Lines
    from duckrow.machine.users.records import User
    from duckrow.puppet.providers.base import Desired, State

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700
WRITABLE_BY_OTHERS = 0o022


class Parsed(ParsedFile):
    """Keys by their comments; one without a comment is named for its position in the file."""

    def __init__(self) -> None:
        super().__init__()
        # Names that were given to keys without one; they stay while others before them go.
        self._named: dict[AuthorizedKey, str] = {}
        self._machine: Machine | None = None
        self._writing: Desired | None = None  # the resource whose file is being written

    def bind(self, machine: Machine) -> None:
        self._machine = machine

    # Reading.

    def parse(self, content: bytes) -> Lines[AuthorizedKey]:
        return parse_authorized_keys(content)

    def index(self, target: str) -> None:
        text = self._texts[target]
        if len(text.lines) == 1 and not text.lines[0].text.strip():
            # The remaining content of a file whose last line was removed.
            text.lines.clear()
        names: dict[str, AuthorizedKey] = {}
        for name, key in named_keys(target, text):
            names[key.comment or self._named.setdefault(key, name)] = key
        self._records[target] = names

    def stamp(self, machine: Machine, target: str) -> object:
        return super().stamp(machine, target) if target else None

    def content(self, machine: Machine, target: str) -> bytes:
        return super().content(machine, target) if target else b""

    def target_of(self, desired: Desired) -> str:
        """Return the file of a resource; empty as long as its user is not there."""
        target = desired.given.get("target")
        if target is not None and target != ABSENT:
            return str(target)
        assert self._machine is not None
        user = self._machine.users.user(str(desired["user"]))
        return "" if user is None else f"{user.home}/.ssh/authorized_keys"

    def read(self, machine: Machine, desired: Desired) -> State:
        # A user that is made in the same run has a home by now.
        target = self.target_of(desired)
        desired.values.pop("target", None)
        if target:
            desired.values["target"] = target
        return super().read(machine, desired)

    def state_of(self, record: AuthorizedKey) -> State:
        return {"type": record.kind, "key": record.key, "options": list(record.options) or [ABSENT]}

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        # No single file holds all keys of a host.
        return ()

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        # Only the file of a key shows its user.
        if name == "user":
            return True
        return bool(current == wanted)

    # Changing.

    def record_of(self, desired: Desired, state: State) -> AuthorizedKey:
        for name in ("type", "key"):
            if state.get(name) in (None, ABSENT):
                raise ProviderError(f"Field '{name}' is required")
        comment = "" if UNNAMED in desired.name else desired.name
        options = [each for each in state.get("options") or () if each != ABSENT]
        return AuthorizedKey(state["type"], state["key"], comment, tuple(options))

    def flush(self, machine: Machine, desired: Desired) -> None:
        name = desired["user"]
        if name is None:
            raise ProviderError("Cannot write SSH authorized keys without user")
        if machine.users.user(str(name)) is None:
            raise ProviderError(f"User '{name}' does not exist")
        self._writing = desired
        super().flush(machine, desired)

    def write(self, machine: Machine, target: str, content: bytes) -> None:
        desired = self._writing
        assert desired is not None
        user = machine.users.user(str(desired["user"]))
        assert user is not None
        if not self._texts[target].lines:
            content += b"\n"
        if desired["drop_privileges"]:
            _write_as(machine, user, target, content)
        elif not is_trusted(machine, target):
            raise ProviderError("drop_privileges is false but the target path is not trusted")
        else:
            group = machine.users.group(user.name)
            gid = user.gid if group is None else group.gid
            machine.files.replace(target, content, FILE_MODE, user.uid, gid)


def _write_as(machine: Machine, user: User, target: str, content: bytes) -> None:
    """Write a file with the rights of a user, and make the directory that it is in."""
    files = machine.files
    directory = target.rpartition("/")[0] or "/"
    try:
        with machine.users.acting_as(user):
            if files.facts(directory, follow=True) is None:
                files.make_directory(directory, DIRECTORY_MODE, user.uid, user.gid)
            files.replace(target, content, FILE_MODE, user.uid, user.gid, follow=True)
    except PermissionError:
        # A user may write a file without being able to put another one in its place.
        facts = files.facts(target)
        if facts is None or not facts.is_file or facts.uid != user.uid or not facts.mode & 0o200:
            raise
        files.replace(target, content, FILE_MODE, user.uid, facts.gid)


def is_trusted(machine: Machine, target: str) -> bool:
    """Return whether only root can change the directories that lead to a file."""
    path = target.rpartition("/")[0]
    is_first = True
    while path.count("/") > 1 or is_first:
        facts = machine.files.facts(path or "/", follow=True)
        if facts is None or not facts.is_directory:
            return False
        if path.count("/") > 1 and (facts.uid != 0 or facts.mode & WRITABLE_BY_OTHERS):
            return False
        is_first = False
        path = path.rpartition("/")[0]
    return True


PROVIDER = Parsed
