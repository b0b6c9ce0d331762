"""TLS for a server whose clients may show a certificate."""

from __future__ import annotations

import ssl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Context = ssl.SSLContext
TlsError = ssl.SSLError


def server_context(certificate: str, key: str, authorities: str) -> Context:
    """Return a context of paths of PEM files: TLS 1.2 and newer, a client certificate is optional.

    CRLs are not checked here: asyncio closes a connection whose handshake fails without telling the
    client why, so the server compares serial numbers itself and answers with a reason.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    context.verify_mode = ssl.CERT_OPTIONAL
    context.load_verify_locations(authorities)
    context.set_alpn_protocols(["http/1.1"])
    return context


def choose_context(context: Context, current: Callable[[], Context]) -> None:
    """Let every new connection use the context that a function returns then."""

    def choose(connection: ssl.SSLObject, _name: str | None, _context: Context) -> None:
        connection.context = current()

    context.sni_callback = choose
