"""The authority of the site, on the files of Puppet's `cadir`."""

from __future__ import annotations

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CERTIFICATES, CaDirectory
from duckrow.ca.revocation import refresh_if_due
from duckrow.ca.statuses import all_statuses, warnings
from duckrow.machine.paths import is_directory
from duckrow.server.conf_d import ca_rules_of, cadir_of, cadir_places
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.conf_d import AuthConf
    from duckrow.server.log import Log

_RENEWAL = "/puppet-ca/v1/certificate_renewal"


def open_authority(settings: Settings, log: Log) -> Authority | None:
    """Return the authority of the site; None on a server without one. Raises InputError."""
    directory = CaDirectory(cadir_of(settings))
    if not directory.exists(CERTIFICATES):
        if "cadir" in settings.given and not is_directory(directory.path):
            raise InputError(
                f"there is no certificate authority: {directory.path} does not exist",
                why="the setting cadir names it",
                hint="duckrow ca setup makes one; a server without one leaves cadir unset",
            )
        return None
    return open_existing(settings, log)


def open_existing(settings: Settings, log: Callable[[str, str], None]) -> Authority:
    """Return the authority of the site, with the rules of ca.conf. Raises InputError."""
    directory = CaDirectory(cadir_of(settings))
    directory.check_complete()
    if directory.key_is_open():
        directory.close_key()
        log("warning", f"others could use {directory.path_of('ca_key.pem')}: mode 0640")
    return Authority(directory, ca_rules_of(settings), log)


def say_where(settings: Settings, authority: Authority | None, log: Log) -> None:
    """Log which directory is the authority's, where the settings do not name it."""
    if "cadir" in settings.given:
        return
    if authority is None:
        places = ", ".join(cadir_places(settings))
        log("notice", f"this server has no certificate authority: there is none in {places}")
    else:
        log("notice", f"the certificate authority is in {authority.directory.path}")


def warn_of_renewal(auth_conf: AuthConf, log: Log) -> None:
    """Warn if nodes get certificates to renew, and may not ask for new ones."""
    if not auth_conf.may_allow("POST", _RENEWAL):
        log(
            "warning",
            "ca.conf has allow-auto-renewal, and no rule of auth.conf allows"
            f" POST {_RENEWAL}: nodes cannot renew their certificates, which end early",
        )


def maintain(authority: Authority, own: str) -> None:
    """Renew the CRLs that are due, and log what expires soon; not the certificate of the server."""
    try:
        refresh_if_due(authority)
        nodes = [each for each in all_statuses(authority) if each.name != own]
        for warning in warnings(authority, nodes):
            authority.log("warning", warning)
    except InputError as error:
        authority.log("err", str(error))
