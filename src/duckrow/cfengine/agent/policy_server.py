"""The address of the policy server, as the argument of a bootstrap and `policy_server.dat` have it.

hub.example.org    hub.example.org:5309    10.0.0.1:5309    [fd00::1]:5309    fd00::1
"""

from __future__ import annotations

FILE = "policy_server.dat"


def split_server(text: str) -> tuple[str, str]:
    """Return the host and the port of a policy server; the port is empty if there is none."""
    text = text.strip()
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        return host, rest.removeprefix(":")
    if text.count(":") > 1:
        return text, ""
    host, _, port = text.partition(":")
    return host, port


def is_numeric(host: str) -> bool:
    """Return whether a host is an address and no name, which the resolver has to look up."""
    return host[:1].isdigit() or ":" in host


def address_of_server(host: str) -> str | None:
    """Return the address of a policy server; None if its name has none."""
    if not host or is_numeric(host):
        return host or None
    from duckrow.machine.resolver import address_of

    return address_of(host)
