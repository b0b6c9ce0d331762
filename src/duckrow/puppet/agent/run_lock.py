"""One run at a time, and none while the agent is disabled: Puppet's own lock files.

Other programs read these files, so they have Puppet's form: a process number, and JSON with the
reason of the administrator.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.files.private import (
    link_new_file,
    make_private_directory,
    replace_file,
)
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, read_bytes
from duckrow.machine.processes.table import read_process
from duckrow.machine.this_process import name_process, process_id
from duckrow.puppet.agent.errors import AgentError
from duckrow.source.errors import reason
from duckrow.state.small_json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings

NO_REASON = "reason not specified"
_MESSAGE = "disabled_message"
# Words in the command line of a process that holds such a lock.
_HOLDERS = ("puppet", "duckrow")
# Puppet takes a lock for stale unless its holder is a Ruby or has a name that ends in puppet.
_NAME = "duckrow-puppet"


class PidLock:
    """A file with the number of the process that holds it; one of a dead process counts nothing."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = absolute(path)

    def take(self) -> bool:
        """Take the lock; return False if another process has it."""
        own = process_id()
        try:
            make_private_directory(self.path.rpartition("/")[0])
            for _ in range(3):
                try:
                    link_new_file(self.path, str(own).encode(), 0o644)
                except FileExistsError:
                    holder = self.holder()
                    if holder == own:
                        return True
                    if holder is not None:
                        return False
                    LocalMachine().files.remove(self.path)
                else:
                    name_process(_NAME)
                    return True
        except OSError as error:
            raise AgentError(f"Could not take the lock {self.path}: {reason(error)}") from None
        return False

    def release(self) -> None:
        """Release the lock if this process has it."""
        if self.holder() == process_id():
            LocalMachine().files.remove(self.path)

    def holder(self) -> int | None:
        """Return the process that holds the lock, or None."""
        try:
            text = read_bytes(self.path, 64).decode("ascii", "replace").strip()
        except OSError:
            return None
        if not text.isdigit():
            return None
        process = read_process(int(text))
        if process is None:
            return None
        words = " ".join(process.argv).lower()
        is_ours = int(text) == process_id() or any(word in words for word in _HOLDERS)
        return int(text) if is_ours else None


def disable(settings: Settings, message: str = NO_REASON) -> None:
    """Keep the agent from running until it is enabled; the first reason counts."""
    path = absolute(settings["agent_disabled_lockfile"])
    if disabled_reason(settings) is None:
        make_private_directory(path.rpartition("/")[0])
        replace_file(path, dump({_MESSAGE: message}).encode(), 0o644)


def enable(settings: Settings) -> None:
    """Let the agent run again."""
    LocalMachine().files.remove(absolute(settings["agent_disabled_lockfile"]))


def disabled_reason(settings: Settings) -> str | None:
    """Return why the agent is disabled, or None if it is not."""
    path = str(settings["agent_disabled_lockfile"])
    try:
        content = read_bytes(path, 1 << 20)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AgentError(f"cannot read {path}: {reason(error)}") from None
    try:
        data = load(content, path) if content.strip() else None
    except DataError:
        data = None
    found = data.get(_MESSAGE) if isinstance(data, dict) else None
    return str(found) if found is not None else NO_REASON
