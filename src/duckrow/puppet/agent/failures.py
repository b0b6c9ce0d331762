"""Why a server was not reached, or is not trusted, or does not trust this node.

A run trusts what OpenSSL checks. Only when a connection fails are the files of this node read, to
say which of them is the cause.
"""

from __future__ import annotations

from time import time

from duckrow.machine.paths import exists
from duckrow.puppet.agent.errors import ConnectionFailed, RejectedNodeError, new_certificate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.agent.servers import Address
    from duckrow.puppet.settings.settings import Settings

# Codes of X509_V_ERR in OpenSSL.
CRL_EXPIRED, CRL_NOT_YET_VALID, REVOKED, CRL_MISSING = 12, 11, 23, 3
WRONG_NAME, WRONG_ADDRESS = 62, 64


def expect_not_expired(settings: Settings) -> None:
    """Raise ConnectionFailed if the certificate of this node has expired: no server accepts it."""
    from duckrow.machine.tls import valid_until

    until = valid_until(str(settings["hostcert"]))
    if until is not None and until < time():
        fault = _own_fault(settings)
        if fault is not None:
            raise fault


def connection_failure(
    error: OSError, url: str, address: Address, settings: Settings
) -> ConnectionFailed:
    """Return the error for a server that was not reached or is not trusted, with its cause."""
    code = getattr(error, "verify_code", None)
    if code is not None:
        return _not_trusted(error, int(code), address, settings)
    # Before this node has a certificate, a server can reject nothing of it. One that rejects it
    # ends the connection in one of many ways.
    is_own = isinstance(error, FileNotFoundError) or exists(settings["hostcert"])
    own = _own_fault(settings) if is_own else None
    if own is not None:
        return RejectedNodeError(str(own), own.why, own.hint)
    host, port = address.host, address.port
    if isinstance(error, TimeoutError):
        return ConnectionFailed(
            f"Request to {url} timed out",
            why="the server did not answer in time",
            hint="see http_connect_timeout and http_read_timeout",
        )
    text = error.strerror or str(error)
    if is_own and type(error).__module__ == "ssl":
        why = "the server ended the connection, as it does if it has revoked our certificate"
        return rejected(f"Request to {url} failed: {text}", why, settings)
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


def rejected(what: str, why: str, settings: Settings) -> RejectedNodeError:
    """Return the error for a server that rejects the certificate of this node."""
    return RejectedNodeError(what, why, new_certificate(str(settings["certname"])))


def rejection_in(message: str, settings: Settings) -> RejectedNodeError | None:
    """Return the error if the message of status 403 is about the certificate of this node.

    `duckrow serve` answers with the reason; puppetserver ends the connection.
    """
    if not message.startswith(f"the certificate of {settings['certname']} "):
        return None
    why = f"the server rejects the certificate {settings['hostcert']}"
    return rejected(f"Error 403 on SERVER: {message}", why, settings)


def _is_of_tls(error: OSError) -> bool:
    return type(error).__module__ == "ssl" or isinstance(error, ConnectionResetError)


def _own_fault(settings: Settings) -> ConnectionFailed | None:
    """Return what is wrong with the files of this node, if the server may have rejected them."""
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
    if code in (WRONG_NAME, WRONG_ADDRESS):
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
