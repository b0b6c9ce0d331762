"""Clients behind a load balancer that ends TLS: who they are, its headers say.

    X-Client-Verify: SUCCESS
    X-Client-DN: CN=huey.lab
    X-Client-Cert: the certificate as PEM, URL-encoded

1. Headers count only from addresses that `header-cert-info-from` of auth.conf names: anybody can
   write a header. There the certificate of the TLS connection, the balancer's own, does not count.
2. The reference believes the name in X-Client-DN. Here X-Client-Cert is needed too, and is checked
   as a certificate of TLS is: its authority, its dates and the CRLs.
3. A header that comes twice is refused: a balancer that adds its own behind those of the client is
   not one to trust.
"""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from urllib.parse import unquote

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

    from duckrow.server.http.exchange import Client

    Network = IPv4Network | IPv6Network

HEADERS = ("x-client-verify", "x-client-dn", "x-client-cert")
_SUCCESS = "SUCCESS"
_MOST_KNOWN = 4000  # clients
_LONGEST = 64 * 1024
_common_name = re.compile(r"(?:^|[,/+])\s*CN\s*=\s*([^,/+]+)", re.IGNORECASE)


def network_of(text: str) -> Network:
    """Return the addresses that a text names: 10.0.0.5 or 10.0.0.0/24. Raises ValueError."""
    return ip_network(text, strict=True)


class Proxies:
    """The addresses whose headers are believed; by default none."""

    __slots__ = ("_networks",)

    def __init__(self, networks: Sequence[Network] = ()) -> None:
        self._networks = tuple(networks)

    def has(self, address: str) -> bool:
        """Return whether a proxy has an address."""
        if not self._networks:
            return False
        try:
            found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in each for each in self._networks)


class HeaderClients:
    """Reads who a client is from headers; certificates that it has seen are not parsed again."""

    __slots__ = ("_client_of", "_known", "_version")

    def __init__(self, client_of: Callable[[bytes], Client]) -> None:
        """`client_of` returns the client of a certificate, or raises a Refusal."""
        self._client_of = client_of
        self._known: dict[str, Client] = {}
        self._version = -1

    def find(self, headers: Mapping[str, Iterable[str]], version: int) -> Client | None:
        """Return who asks; None without a certificate. Raises Refusal.

        `version` is that of the authorities, after whose change everything is read again.
        """
        found = {name: list(headers.get(name, ())) for name in HEADERS}
        for name, values in found.items():
            if len(values) > 1:
                raise _refusal(f"the header {name} comes {len(values)} times")
        verify, name, text = (values[0].strip() if values else "" for values in found.values())
        if verify != _SUCCESS:
            return None
        if not text:
            raise _refusal("the proxy sends no X-Client-Cert")
        if version != self._version or len(self._known) >= _MOST_KNOWN:
            self._known, self._version = {}, version
        client = self._known.get(text)
        if client is None:
            client = self._known[text] = self._read(text)
        names = _common_name.findall(name)
        if [each.strip() for each in names] != [client.name]:
            raise _refusal(f"X-Client-DN {name[:200]!r} is not the name of X-Client-Cert")
        return client

    def _read(self, text: str) -> Client:
        try:
            certificate = x509.load_pem_x509_certificate(unquote(text[:_LONGEST]).encode())
        except ValueError:
            raise _refusal("X-Client-Cert is no URL-encoded PEM") from None
        # Only TLS verifies a chain: any further certificates in the header are of no use.
        return self._client_of(certificate.public_bytes(Encoding.DER))


def _refusal(why: str) -> Refusal:
    return Refusal(403, f"cannot tell who asks: {why}", None)
