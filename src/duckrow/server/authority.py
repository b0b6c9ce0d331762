"""The authority of the site, on the files of Puppet's `cadir`."""

from __future__ import annotations

from duckrow.machine.paths import exists, is_directory
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.ca.rules import Rules
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.log import Log


def cadir_of(settings: Settings) -> str:
    """Return the directory of the authority: of the settings, or where Puppet looks for it."""
    if "cadir" in settings.given:
        return str(settings["cadir"])
    above = str(settings["confdir"]).rpartition("/")[0]
    usual = [f"{settings['ssldir']}/ca", f"{above}/puppetserver/ca"]
    return next((path for path in usual if is_directory(path)), str(settings["cadir"]))


def ca_ttl_of(settings: Settings) -> int:
    """Return how long certificates are valid, in seconds."""
    from duckrow.ca.rules import LONGEST_TTL

    seconds = settings["ca_ttl"]
    if not 0 < seconds <= LONGEST_TTL:
        raise InputError(f"Config setting ca_ttl must have a value below {LONGEST_TTL}")
    return int(seconds)


def open_authority(settings: Settings, log: Log) -> Authority | None:
    """Return the authority of the site; None on a server without one."""
    from duckrow.ca.authority import Authority
    from duckrow.ca.directory import CERTIFICATES, CaDirectory

    directory = CaDirectory(cadir_of(settings))
    if not exists(directory.path_of(CERTIFICATES)):
        return None
    directory.check_complete()
    if directory.key_is_open():
        directory.close_key()
        log("warning", f"others could use {directory.path_of('ca_key.pem')}: mode 0640")
    return Authority(directory, _rules(settings), log)


def _rules(settings: Settings) -> Rules:
    from duckrow.ca.rules import Rules, autosign_in

    return Rules(
        autosign=autosign_in(str(settings["autosign"])),
        allow_duplicate_certs=settings["allow_duplicate_certs"],
        ca_ttl=ca_ttl_of(settings),
    )
