"""The names that certificates may have: of nodes, and as subject alternative names."""

from __future__ import annotations

import re
from ipaddress import ip_address

from duckrow.ca.errors import RejectedRequestError
from duckrow.source.errors import InputError

_LABEL = re.compile(r"[A-Za-z0-9_-]*[A-Za-z0-9_]")
_FIRST = re.compile(r"[A-Za-z0-9_]")
LONGEST_NAME = 64  # of a common name (RFC 5280)
_LONGEST_HOST = 253


def check_name(name: str, asked_name: str) -> None:
    """Reject the common name of a request that is not the asked name, or cannot be a file name.

    The order of the checks is the reference's.
    """
    if name != asked_name:
        what = f'Instance name "{name}" does not match requested key "{asked_name}"'
        raise RejectedRequestError(what)
    if name != name.lower():
        raise RejectedRequestError("Certificate names must be lower case.")
    if "*" in name:
        what = f"Subject contains a wildcard, which is not allowed: {name}"
        raise RejectedRequestError(what)
    if not is_valid_name(name):
        raise RejectedRequestError(
            "Subject hostname format is invalid",
            why="a name has labels of letters, digits, - and _, joined by dots, and no label ends"
            f" with -; it has at most {LONGEST_NAME} characters",
        )


def is_valid_name(name: str) -> bool:
    """Return whether a node may have this name."""
    return len(name) <= LONGEST_NAME and name == name.lower() and _is_host_name(name)


def _is_host_name(name: str) -> bool:
    return (
        len(name) <= _LONGEST_HOST
        and _FIRST.match(name) is not None
        and all(_LABEL.fullmatch(label) for label in name.split("."))
    )


def check_alt_name(name: str) -> None:
    """Reject a subject alternative name, written as DNS:NAME or IP:ADDRESS, that is not valid."""
    kind, _, value = name.partition(":")
    if kind not in ("DNS", "IP"):
        what = "Only DNS and IP names are allowed in the Subject Alternative Names extension"
        raise RejectedRequestError(what, why=f"the request has {name}")
    if kind == "IP":
        return
    if "*" in value:
        what = f"Cert subjectAltName contains a wildcard, which is not allowed: {value}"
        raise RejectedRequestError(what)
    if not _is_host_name(value):
        what = f"Cert subjectAltName is not the name of a host: {value!r}"
        raise RejectedRequestError(what)


def alt_names_in(text: str) -> list[str]:
    """Return the names of a list such as `puppet, IP:10.0.0.1` as DNS:NAME and IP:ADDRESS."""
    found = []
    for item in text.split(","):
        name = item.strip()
        if not name:
            continue
        if not name.startswith(("DNS:", "IP:")):
            name = f"DNS:{name}"
        if name.startswith("IP:"):
            try:
                name = f"IP:{ip_address(name[3:])}"
            except ValueError:
                raise InputError(f"{name[3:]!r} is not an IP address") from None
        check_alt_name(name)
        found.append(name)
    return sorted(set(found))
