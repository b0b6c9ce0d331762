"""The address of a server, as policies, command lines and `policy_server.dat` write it.

hub.example.org    hub.example.org:5309    10.0.0.1:5309    [fd00::1]:5309    fd00::1
"""

from __future__ import annotations

PORT = "5308"


def split_server(text: str) -> tuple[str, str]:
    """Return the host and the port of a server; the port is empty if there is none."""
    text = text.strip()
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        return host, rest.removeprefix(":")
    if text.count(":") > 1:
        return text, ""
    host, _, port = text.partition(":")
    return host, port
