"""service by `service` and chkconfig."""

from __future__ import annotations

from duckrow.puppet.providers.service.init import InitScript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.errors import CommandFailed


class RedHat(InitScript):
    """As Red Hat had it before systemd."""

    name = "redhat"
    features = InitScript.features | {"enableable"}

    def enable_text(self, verb: str, name: str, error: CommandFailed) -> str:
        return f"Could not {verb} {name}: {error.whole}"


PROVIDER = RedHat
