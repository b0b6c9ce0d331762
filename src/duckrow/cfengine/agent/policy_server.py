"""The policy server that a bootstrap chose: where its address is stored, and what it leads to."""

from __future__ import annotations

FILE = "policy_server.dat"


def is_numeric(host: str) -> bool:
    """Return whether a host is an address and no name, which the resolver has to look up."""
    return host[:1].isdigit() or ":" in host


def address_of_server(host: str) -> str | None:
    """Return the address of a policy server; None if its name has none."""
    if not host or is_numeric(host):
        return host or None
    from duckrow.machine.resolver import address_of

    return address_of(host)
