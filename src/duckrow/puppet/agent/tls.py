"""The files of TLS, and why a connection is not secure.

A run trusts what OpenSSL checks: the chain, the names of the server and the revocation lists. Only
when a connection fails are the files read again, to say which of them is the cause.
"""

from __future__ import annotations

from time import time

from duckrow.machine.paths import exists, modified
from duckrow.machine.web.session import CHAIN, LEAF, NEVER, Tls
from duckrow.puppet.agent.errors import ConnectionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.agent.servers import Address
    from duckrow.puppet.settings.settings import Settings

# Codes of X509_V_ERR in OpenSSL.
CRL_EXPIRED, CRL_NOT_YET_VALID, REVOKED, CRL_MISSING, WRONG_NAME = 12, 11, 23, 3, 62


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
    """Return whether the file of a setting was written, or asked for, longer ago than another."""
    return (modified(str(settings[name])) or 0.0) + float(settings[interval]) < time()


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
    )


def connection_failure(
    error: OSError, url: str, address: Address, settings: Settings
) -> ConnectionFailed:
    """Return the error for a server that was not reached or is not trusted, with its cause."""
    code = getattr(error, "verify_code", None)
    if code is not None:
        return _not_trusted(error, int(code), address, settings)
    own = _own_fault(settings) if _is_of_tls(error) else None
    if own is not None:
        return own
    host, port = address.host, address.port
    if isinstance(error, TimeoutError):
        return ConnectionFailed(
            f"Request to {url} timed out",
            why="the server did not answer in time",
            hint="see http_connect_timeout and http_read_timeout",
        )
    text = error.strerror or str(error)
    if _is_of_tls(error):
        return ConnectionFailed(
            f"Request to {url} failed: {text}",
            why="the server ended the connection, as it does if it has revoked our certificate",
            hint="compare the output of duckrow agent --fingerprint with the list of the CA",
        )
    return ConnectionFailed(
        f"Request to {url} failed: Failed to open TCP connection to {host}:{port} ({text})",
        hint="is the server running, and are the settings server and serverport right?",
    )


def _is_of_tls(error: OSError) -> bool:
    return type(error).__module__ == "ssl" or isinstance(error, ConnectionResetError)


def _own_fault(settings: Settings) -> ConnectionFailed | None:
    """Return what is wrong with the files of this node, if the server may have rejected them."""
    if not exists(settings["hostcert"]):
        return None
    from duckrow.puppet.agent.identity import check_identity

    try:
        check_identity(settings)
    except ConnectionFailed as error:
        return error
    return None


def _not_trusted(
    error: OSError, code: int, address: Address, settings: Settings
) -> ConnectionFailed:
    text = str(getattr(error, "verify_message", error))
    if code == WRONG_NAME:
        return ConnectionFailed(
            f"Server hostname '{address.host}' did not match server certificate"
            f"{_expected_names(address)}",
            why=text,
            hint="name the server as its certificate does, with the setting server",
        )
    if code == CRL_EXPIRED:
        return ConnectionFailed(
            "The CRL has expired, verify time is synchronized",
            why=f"a revocation list in {settings['hostcrl']} is too old",
            hint=f"remove {settings['hostcrl']}: the agent downloads it again",
        )
    if code == CRL_NOT_YET_VALID:
        return ConnectionFailed(
            "The CRL is not yet valid, verify time is synchronized",
            why=f"a revocation list in {settings['hostcrl']} is of the future: check the clock",
        )
    if code == CRL_MISSING:
        return ConnectionFailed(
            "The CRL is missing",
            why=f"{settings['hostcrl']} has no revocation list for every certificate authority",
            hint=f"remove {settings['hostcrl']}: the agent downloads it again",
        )
    if code == REVOKED:
        return ConnectionFailed(
            f"certificate verify failed [certificate revoked for {address.host}]",
            why=f"{settings['hostcrl']} lists the certificate of the server",
        )
    return ConnectionFailed(
        f"certificate verify failed [{text} for {address.host}]",
        why=f"no certificate in {settings['localcacert']} has issued that of the server",
        hint="is it the right server? puppet ssl clean --localca removes the certificates to trust",
    )


def _expected_names(address: Address) -> str:
    """Return the names in the certificate of a server."""
    from duckrow.ca.extensions import alt_names_of
    from duckrow.ca.signer import common_name
    from duckrow.machine.web.peer import certificate_of

    der = certificate_of(address.host, address.port)
    if der is None:
        return ""
    from cryptography.x509 import load_der_x509_certificate

    from duckrow.ca.pem import UNREADABLE

    try:
        certificate = load_der_x509_certificate(der)
        names = [common_name(certificate), *alt_names_of(certificate.extensions)]
    except UNREADABLE:
        return ""
    return f"; expected one of {', '.join(names)}"
