"""What every endpoint may use: settings, environments, the authority, and the log."""

from __future__ import annotations

from duckrow.puppet.file_serving.server import FileServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.environments import Environments
    from duckrow.server.log import Log

# The version of Puppet that agents and manifests see.
PUPPET_VERSION = "8.0.0"


class Site:
    """The site that a server serves; `authority` is None on a server without one."""

    __slots__ = ("authority", "environments", "files", "log", "settings")

    def __init__(
        self,
        settings: Settings,
        environments: Environments,
        log: Log,
        authority: Authority | None = None,
    ) -> None:
        self.settings = settings
        self.environments = environments
        self.log = log
        self.authority = authority
        self.files = FileServer(settings, lambda message: log("warning", message))
