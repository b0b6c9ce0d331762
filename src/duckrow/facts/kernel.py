"""The facts about the kernel: its name and version."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host


def kernel(host: Host, _facts: object) -> str:
    """Return the name: Linux."""
    return host.uname().sysname


def kernel_release(host: Host, _facts: object) -> str:
    """Return the whole version: 6.1.0-18-amd64."""
    return host.uname().release


def kernel_version(host: Host, _facts: object) -> str:
    """Return the first three numbers of the version: 6.1.0."""
    numbers = []
    number = ""
    for sign in host.uname().release + " ":
        if "0" <= sign <= "9":
            number += sign
        elif number:
            numbers.append(number)
            number = ""
    return ".".join(numbers[:3])


def kernel_major_version(host: Host, _facts: object) -> str:
    """Return the first two parts of the version: 6.1."""
    return ".".join(host.uname().release.split(".")[:2])
