"""Host names and addresses, from the system's resolver."""

from __future__ import annotations


def address_of(name: str) -> str | None:
    """Return the first address of a host as a string, or None."""
    from socket import SOCK_STREAM, gaierror, getaddrinfo

    try:
        found = getaddrinfo(name, None, type=SOCK_STREAM)
    except (gaierror, UnicodeError, OSError):
        return None
    return str(found[0][4][0]) if found else None


def addresses_of(name: str, version: int = 0) -> list[tuple[int, str]]:
    """Return the addresses of a host, each with its version, 4 or 6; only those of a version."""
    from socket import AF_INET, AF_INET6, AF_UNSPEC, SOCK_STREAM, gaierror, getaddrinfo

    family = {4: AF_INET, 6: AF_INET6}.get(version, AF_UNSPEC)
    try:
        found = getaddrinfo(name, None, family, SOCK_STREAM)
    except (gaierror, UnicodeError, OSError):
        return []
    return [(6 if each[0] == AF_INET6 else 4, str(each[4][0])) for each in found]


def name_of(address: str) -> str | None:
    """Return the name of the host that has an address, or None."""
    from socket import AI_NUMERICHOST, NI_NAMEREQD, SOCK_STREAM, gaierror, getaddrinfo, getnameinfo

    try:
        found = getaddrinfo(address, None, type=SOCK_STREAM, flags=AI_NUMERICHOST)
        return getnameinfo(found[0][4], NI_NAMEREQD)[0]
    except (gaierror, UnicodeError, OSError):
        return None


def is_address(text: str) -> bool:
    """Return whether a string is an address; makes no request."""
    from socket import AI_NUMERICHOST, gaierror, getaddrinfo

    try:
        getaddrinfo(text, None, flags=AI_NUMERICHOST)
    except (gaierror, UnicodeError, OSError):
        return False
    return True
