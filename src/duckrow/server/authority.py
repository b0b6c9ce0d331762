"""The authority of the site, on the files of Puppet's `cadir`."""

from __future__ import annotations

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CERTIFICATES, CaDirectory
from duckrow.ca.revocation import refresh_if_due
from duckrow.ca.statuses import all_statuses, warnings
from duckrow.server.conf_d import ca_rules_of, cadir_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.log import Log


def open_authority(settings: Settings, log: Log) -> Authority | None:
    """Return the authority of the site; None on a server without one. Raises InputError."""
    directory = CaDirectory(cadir_of(settings))
    if not directory.exists(CERTIFICATES):
        return None
    directory.check_complete()
    if directory.key_is_open():
        directory.close_key()
        log("warning", f"others could use {directory.path_of('ca_key.pem')}: mode 0640")
    return Authority(directory, ca_rules_of(settings, log), log)


def maintain(authority: Authority) -> None:
    """Renew the CRLs that are due, and log what expires soon."""
    try:
        refresh_if_due(authority)
        for warning in warnings(authority, all_statuses(authority)):
            authority.log("warning", warning)
    except InputError as error:
        authority.log("err", str(error))
