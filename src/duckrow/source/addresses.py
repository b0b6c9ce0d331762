"""Addresses as messages may show them."""

from __future__ import annotations


def without_password(address: str) -> str:
    """Return an address without the password in it; of HTTP, also without the account.

    Services of git take a token in the place of either.
    """
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    account, at, host = host.rpartition("@")
    if not mark or not at:
        return address
    if scheme.lower().removeprefix("git+") in ("http", "https"):
        account = at = ""
    return f"{scheme}{mark}{account.partition(':')[0]}{at}{host}{slash}{path}"
