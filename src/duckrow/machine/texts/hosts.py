"""/etc/hosts."""

from __future__ import annotations

import re

from duckrow.machine.texts.lines import Lines, checked_field, split_words

PATH = "/etc/hosts"
_LINE = re.compile(r"([0-9a-f:]\S+)\s+([^#\s+]\S+)\s*(.*?)(?:\s*#\s*(.*))?$", re.ASCII)


class Host:
    """An address, its name, its other names, and a comment at the end of the line."""

    __slots__ = ("address", "aliases", "comment", "name")

    def __init__(
        self, address: str, name: str, aliases: tuple[str, ...] = (), comment: str = ""
    ) -> None:
        self.address = address
        self.name = name
        self.aliases = aliases
        self.comment = comment


def parse_hosts(content: bytes) -> Lines[Host]:
    """Read the file."""
    return Lines(content, read_host, write_host)


def read_host(line: str) -> Host | None:
    """Parse a line, or return None if it has no host as the reference knows it."""
    found = _LINE.match(line)
    if found is None:
        return None
    address, name, aliases, comment = found.groups()
    return Host(address, name, tuple(split_words(aliases)), (comment or "").strip())


def write_host(host: Host) -> str:
    """Return the line of a host: tabs between address, name and comment, spaces between aliases."""
    names = "\t".join([host.name, " ".join(host.aliases)]) if host.aliases else host.name
    text = f"{host.address}\t{names}"
    if host.comment:
        text += f"\t# {host.comment}"
    return checked_field(text)
