"""The files of TLS, by settings. OpenSSL checks chains, names and revocation lists."""

from __future__ import annotations

from time import time

from duckrow.machine.paths import exists, modified, read_bytes
from duckrow.machine.web.session import CHAIN, LEAF, NEVER, Tls
from duckrow.puppet.agent.errors import AgentError
from duckrow.source.errors import reason

_LONGEST_PASSWORD = 1024  # bytes, as in OpenSSL
_SKEW = 300.0  # seconds by which clocks may differ without being wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings


def revocation_of(settings: Settings) -> str:
    """Return how the revocation of certificates is checked."""
    value = str(settings["certificate_revocation"])
    if value in ("true", CHAIN):
        return CHAIN
    return LEAF if value == LEAF else NEVER


def needs_bootstrap(settings: Settings) -> bool:
    """Return whether a file of TLS is missing, or has not been looked at for a day.

    If not, a run needs no library for certificates: OpenSSL checks them. A setting that was given
    asks for a check at every run.
    """
    names = ["hostprivkey", "hostcert", "localcacert"]
    intervals = {"localcacert": "ca_refresh_interval"}
    if revocation_of(settings) != NEVER:
        names.append("hostcrl")
        intervals["hostcrl"] = "crl_refresh_interval"
    if settings.get("hostcert_renewal_interval") is not None:
        return True
    if not all(exists(str(settings[name])) for name in names):
        return True
    return any(is_old(settings, name, interval) for name, interval in intervals.items())


def is_old(settings: Settings, name: str, interval: str) -> bool:
    """Return whether the file of a setting was written, or asked for, longer ago than another.

    A time in the future is that of a clock that was wrong: it counts as long ago.
    """
    written, now = modified(str(settings[name])) or 0.0, time()
    return not now - float(settings[interval]) <= written <= now + _SKEW


def anonymous_tls(settings: Settings, *, checks_revocation: bool = True) -> Tls:
    """Return the files to check a server with, without a certificate of this node."""
    return Tls(
        settings["localcacert"],
        settings["hostcrl"] if checks_revocation else None,
        revocation=revocation_of(settings),
        ciphers=str(settings["ciphers"]),
    )


def node_tls(settings: Settings) -> Tls:
    """Return the files of this node, which the server checks too."""
    return Tls(
        settings["localcacert"],
        settings["hostcrl"],
        settings["hostcert"],
        settings["hostprivkey"],
        revocation=revocation_of(settings),
        ciphers=str(settings["ciphers"]),
        password=password_of(settings) or b"",
    )


def password_of(settings: Settings) -> bytes | None:
    """Return the password of the private key: the content of `passfile`; None without one."""
    path = str(settings["passfile"])
    try:
        return read_bytes(path, _LONGEST_PASSWORD)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AgentError(f"cannot read {path}: {reason(error)}") from None
