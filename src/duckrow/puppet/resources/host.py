"""host: a name and its address in the hosts file."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import only_text
from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

USUAL = "/etc/hosts"

TABLE = ResourceTypeTable(
    "host",
    properties={
        "ensure": "present absent",
        "ip": "",
        "host_aliases": "",
        "comment": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
    summary="Looks after a name and its address in the hosts file.",
    attribute_help={
        "ensure": "Whether there is a line for the name.",
        "ip": "The address, IPv4 or IPv6.",
        "host_aliases": "Other names for it.",
        "comment": "What stands behind a # at the end of the line.",
        "target": "The file; /etc/hosts if nothing is said.",
        "name": "The name of the host.",
    },
)


class HostType(Ensurable):
    """Names, addresses and comments that fit into one line."""

    __slots__ = ()
    providers = ("parsed",)
    whole_lists = ("host_aliases",)
    defaults = {"target": USUAL}

    def munge_name(self, desired: Desired, value: object) -> str:
        import re

        text = str(value)
        if "\n" in text or "\r" in text:
            raise ValueError("Hostname cannot include newline")
        for part in text.rstrip(".").split("."):
            if re.search(r"^(\w+|\w[\w\-]+\w)$", part, re.ASCII) is None:
                raise ValueError("Invalid host name")
        return text

    def munge_ip(self, desired: Desired, value: object) -> str:
        text = str(value)
        if not (_is_v4(text) or _is_v6(text)):
            raise ValueError(f"Invalid IP address {inspect(value)}")
        return text

    def munge_host_aliases(self, desired: Desired, value: object) -> str:
        text = only_text("host_aliases", value)
        if any(letter.isspace() for letter in text):
            raise ValueError("Host aliases cannot include whitespace")
        if not text:
            raise ValueError(
                "Host aliases cannot be an empty string. "
                "Use an empty array to delete all host_aliases "
            )
        return text

    def munge_comment(self, desired: Desired, value: object) -> str:
        text = only_text("comment", value, "include?", is_checked=True)
        if "\n" in text or "\r" in text:
            raise ValueError("Comment cannot include newline")
        return text


def _is_v4(text: str) -> bool:
    parts = text.split(".")
    is_short = all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts)
    return len(parts) == 4 and is_short and all(int(part) <= 255 for part in parts)


def _is_v6(text: str) -> bool:
    from socket import AF_INET6, inet_pton

    address, percent, zone = text.partition("%")
    if (percent and not zone) or "\n" in text or "\r" in text:
        return False
    try:
        inet_pton(AF_INET6, address.strip())
    except (OSError, ValueError):
        return False
    return True


BEHAVIOUR = HostType(TABLE)
