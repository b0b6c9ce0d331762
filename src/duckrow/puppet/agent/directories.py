"""The directories of an agent, with the modes that Puppet gives them."""

from __future__ import annotations

from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, is_directory, make_directories
from duckrow.puppet.agent.errors import AgentError
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings

_MODES = {
    "vardir": 0o755,
    "ssldir": 0o771,
    "statedir": 0o1755,
    "publicdir": 0o755,  # other users read the summary of the last run there
    "client_datadir": 0o750,
    "rundir": 0o755,
}


def make_directories_of(settings: Settings) -> None:
    """Make the directories that are missing; those that exist keep their modes."""
    for name, mode in _MODES.items():
        path = absolute(str(settings[name]))
        if is_directory(path):
            continue
        try:
            make_directories(path.rpartition("/")[0] or "/", 0o755)
            LocalMachine().files.make_directory(path, mode)
        except OSError as error:
            hint = f"--{name} DIR names another directory, --vardir DIR all but ssldir and confdir"
            raise AgentError(f"cannot make {path}: {reason(error)}", hint=hint) from None
