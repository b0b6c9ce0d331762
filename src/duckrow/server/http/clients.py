"""Who asks: the certificate of a TLS connection, or what the headers of a proxy say.

The client of a TLS connection stays the same, and the connection remembers it. A proxy sends the
requests of many clients over one connection: whom its headers name counts for that request alone.
"""

from __future__ import annotations

import asyncio
from time import time

from duckrow.machine.tls import verified_chain
from duckrow.server.http.exchange import Refusal
from duckrow.server.http.proxies import HEADERS, HeaderClients
from duckrow.server.http.tls import why_not_now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from aiohttp import web

    from duckrow.server.http.exchange import Client
    from duckrow.server.http.limits import Connection
    from duckrow.server.http.tls import Certificates
    from duckrow.server.site import Site


class Clients:
    """Finds out who asks."""

    __slots__ = ("_certificates", "_header_clients", "_site")

    def __init__(self, site: Site, certificates: Certificates) -> None:
        self._site = site
        self._certificates = certificates
        self._header_clients = HeaderClients(certificates.client_of)

    def is_proxy(self, address: str) -> bool:
        """Return whether auth.conf lists an address as that of a proxy."""
        return self._site.auth_conf.proxies.has(address)

    async def find(self, raw: web.BaseRequest, connection: Connection) -> Client | None:
        """Return who asks. Raises Refusal for a certificate that is revoked or not valid now."""
        if self.is_proxy(raw.remote or "") and not is_plain(raw):
            return await self._find_behind_proxy(raw)
        if not connection.is_known:
            self._warn_of_headers(raw)
        certificates = self._certificates
        client = connection.client
        if client is None and connection.is_known:
            return None
        if certificates.crls_have_changed():
            await asyncio.to_thread(certificates.look_again)
        version = certificates.version  # before the look at the files: a thread may replace them
        if client is None or connection.checked != version:
            chain = _chain(raw) if client is None else (client.der, *client.issuers)
            try:
                client = certificates.client_of(chain[0], *chain[1:]) if chain else None
            except Refusal as refusal:
                self._refuse(connection, refusal.message)
            connection.client, connection.is_known = client, True
            if client is None:
                return None
            why = certificates.why_not_trusted(client)
            if why is not None:
                self._refuse(connection, why)
            connection.checked = version
        why = why_not_now(client, time())
        if why is not None:
            self._refuse(connection, why)
        return client

    async def _find_behind_proxy(self, raw: web.BaseRequest) -> Client | None:
        """Return who asks through a proxy, as its headers say. Raises Refusal."""
        certificates = self._certificates
        if certificates.crls_have_changed():
            await asyncio.to_thread(certificates.look_again)
        headers = {name: raw.headers.getall(name, []) for name in HEADERS}
        why: str | None
        try:
            client = self._header_clients.find(headers, certificates.version)
            why = None
            if client is not None:
                why = certificates.why_not_trusted(client) or why_not_now(client, time())
        except Refusal as refusal:
            why = refusal.message
        if why is not None:
            self._site.log("err", f"through {raw.remote}: {why}")
            raise Refusal(403, why, None)
        return client

    def _warn_of_headers(self, raw: web.BaseRequest) -> None:
        """Log that headers do not count which only a proxy may send."""
        given = [name for name in HEADERS if name in raw.headers]
        if given:
            self._site.log(
                "warning",
                f"{raw.remote} sends {', '.join(given)}, which is ignored: header-cert-info-from"
                " of auth.conf does not list this address",
            )

    def _refuse(self, connection: Connection, why: str) -> NoReturn:
        """Refuse a request for its certificate; the connection ends with it."""
        connection.is_last = True
        self._site.log("err", why)
        raise Refusal(403, why, None)


def is_plain(raw: web.BaseRequest) -> bool:
    """Return whether a request came without TLS, which only the port of the store takes."""
    transport = raw.transport
    return transport is not None and transport.get_extra_info("sslcontext") is None


def _chain(raw: web.BaseRequest) -> Sequence[bytes]:
    """Return the certificates of a client that TLS has verified; none without TLS."""
    transport = raw.transport
    tls = None if transport is None else transport.get_extra_info("ssl_object")
    return [] if tls is None else verified_chain(tls)
