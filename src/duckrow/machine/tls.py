"""TLS for a server whose clients may show a certificate."""

from __future__ import annotations

import ssl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME, which the module ssl has no name for
Context = ssl.SSLContext
TlsError = ssl.SSLError
UntrustedError = ssl.SSLCertVerificationError


def server_context(certificate: str, key: str, authorities: str) -> Context:
    """Return a context of paths of PEM files: TLS 1.2 and newer, a client certificate is optional.

    Neither CRLs nor times of certificates are checked here: asyncio closes a connection whose
    handshake fails without telling the client why. So the server compares serial numbers and times
    itself, for each request, and answers with a reason.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key, b"")  # a key with a password is an error
    context.verify_mode = ssl.CERT_OPTIONAL
    context.verify_flags |= _NO_CHECK_TIME
    context.load_verify_locations(authorities)
    context.set_alpn_protocols(["http/1.1"])
    return context


def choose_context(context: Context, current: Callable[[], Context]) -> None:
    """Let every new connection use the context that a function returns then."""

    def choose(connection: ssl.SSLObject, _name: str | None, _context: Context) -> None:
        connection.context = current()

    context.sni_callback = choose
