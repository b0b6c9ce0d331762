"""Which process listens on a port of TCP, read from /proc."""

from __future__ import annotations

import os

from duckrow.machine.processes.table import read_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.processes.table import Process

_LISTENS = "0A"  # the state of a socket, as the kernel writes it


def listener_of(port: int, proc: str = "/proc") -> Process | None:
    """Return a process that listens on a port; None without one, or if only root may know it."""
    links = {f"socket:[{number}]" for number in _sockets_of(port, proc)}
    for pid in filter(str.isdigit, os.listdir(proc)) if links else ():
        if links.intersection(_links_in(f"{proc}/{pid}/fd")):
            return read_process(int(pid), proc)
    return None


def _sockets_of(port: int, proc: str) -> Iterator[str]:
    """Return the numbers of the sockets that listen on a port."""
    for table in ("tcp", "tcp6"):
        try:
            with open(f"{proc}/net/{table}", encoding="ascii") as file:
                rows = [line.split() for line in file][1:]
        except OSError:
            continue
        for row in rows:
            if row[3] == _LISTENS and int(row[1].rpartition(":")[2], 16) == port:
                yield row[9]


def _links_in(directory: str) -> Iterator[str]:
    try:
        names = os.listdir(directory)
    except OSError:
        return  # a process of somebody else, or one that has ended
    for name in names:
        try:
            yield os.readlink(f"{directory}/{name}")
        except OSError:
            continue
