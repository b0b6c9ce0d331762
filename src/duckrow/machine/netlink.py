"""Interfaces, addresses and routes, read from the kernel through a netlink socket.

There is one request each for links, addresses and routes; the answers are messages with attributes,
which are parsed only here.
"""

from __future__ import annotations

from sys import byteorder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

INET, INET6 = 2, 10
_NETLINK, _RAW = 16, 3
_GET_LINK, _GET_ADDRESS, _GET_ROUTE = 18, 22, 26
_ERROR, _DONE = 2, 3
_DUMP = 0x301  # a request for everything
_MAIN_TABLE = 254
_LINK_DOWN = 16
_MOST_BYTES = 64 * 1024 * 1024


class Address:
    """An address of an interface; `name` is the interface's name or a label of it."""

    __slots__ = ("family", "flags", "name", "packed", "prefix")

    def __init__(self, family: int, packed: bytes, prefix: int, flags: int, name: str) -> None:
        self.family = family
        self.packed = packed
        self.prefix = prefix
        self.flags = flags
        self.name = name


class Link:
    """A network interface."""

    __slots__ = ("addresses", "flags", "index", "mac", "master", "mtu", "name")

    def __init__(
        self,
        index: int,
        name: str,
        mac: bytes = b"",
        mtu: int | None = None,
        master: int = 0,
        addresses: list[Address] | None = None,
        flags: int = 0,
    ) -> None:
        self.index = index
        self.name = name
        self.mac = mac
        self.mtu = mtu
        self.master = master
        self.addresses: list[Address] = addresses or []
        self.flags = flags


class Source:
    """The source address of a route through an interface."""

    __slots__ = ("family", "index", "packed")

    def __init__(self, family: int, packed: bytes, index: int) -> None:
        self.family = family
        self.packed = packed
        self.index = index


def read_links() -> list[Link]:
    """Read the interfaces with their addresses; empty if the kernel does not answer."""
    try:
        return links_in(_ask(_GET_LINK), _ask(_GET_ADDRESS))
    except OSError:
        return []


def read_sources() -> list[Source]:
    """Read the source addresses of routes from the kernel."""
    try:
        return sources_in(_ask(_GET_ROUTE))
    except OSError:
        return []


def _ask(question: int) -> bytes:
    """Send a request and return all messages of the answer."""
    import _socket

    size = 16 + 16
    request = b"".join(
        number.to_bytes(width, byteorder)
        for number, width in ((size, 4), (question, 2), (_DUMP, 2), (1, 4), (0, 4), (0, 16))
    )
    answer = b""
    channel = _socket.socket(_NETLINK, _RAW, 0)
    try:
        channel.settimeout(2.0)
        channel.send(request)
        while len(answer) < _MOST_BYTES:
            part = channel.recv(1 << 18)
            answer += part
            if not part or any(kind in (_DONE, _ERROR) for kind, _ in messages(part)):
                break
    finally:
        channel.close()
    return answer


def _number(data: bytes) -> int:
    return int.from_bytes(data, byteorder)


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Split an answer into messages: kind and body of each."""
    at = 0
    while at + 16 <= len(data):
        length = _number(data[at : at + 4])
        if length < 16:
            return
        yield _number(data[at + 4 : at + 6]), data[at + 16 : at + length]
        at += (length + 3) & ~3


def attributes(data: bytes) -> dict[int, bytes]:
    """Return the attributes of a message by their numbers."""
    found = {}
    at = 0
    while at + 4 <= len(data):
        length = _number(data[at : at + 2])
        if length < 4:
            break
        found[_number(data[at + 2 : at + 4]) & 0x3FFF] = data[at + 4 : at + length]
        at += (length + 3) & ~3
    return found


def links_in(links: bytes, addresses: bytes) -> list[Link]:
    """Parse the answers about links and addresses."""
    found: dict[int, Link] = {}
    for kind, body in messages(links):
        if kind != 16:
            continue
        index = _number(body[4:8])
        given = attributes(body[16:])
        mtu = given.get(4)
        found[index] = Link(
            index,
            _text(given.get(3, b"")),
            given.get(1, b""),
            None if mtu is None else _number(mtu),
            _number(given.get(10, b"")),
            flags=_number(body[8:12]),
        )
    for kind, body in messages(addresses):
        if kind != 20 or _number(body[4:8]) not in found:
            continue
        link = found[_number(body[4:8])]
        given = attributes(body[8:])
        packed = given.get(2) or given.get(1)
        if packed is None or body[0] not in (INET, INET6):
            continue
        flags = _number(given[8]) if 8 in given else body[2]
        name = _text(given.get(3, b"")) or link.name
        link.addresses.append(Address(body[0], packed, body[1], flags, name))
    return list(found.values())


def sources_in(routes: bytes) -> list[Source]:
    """Parse the answer about routes: those of the main table that name a source."""
    found = []
    for kind, body in messages(routes):
        if kind != 24 or body[0] not in (INET, INET6):
            continue
        given = attributes(body[12:])
        table = _number(given[15]) if 15 in given else body[4]
        is_down = _number(body[8:12]) & _LINK_DOWN
        if table == _MAIN_TABLE and 7 in given and 4 in given and not is_down:
            found.append(Source(body[0], given[7], _number(given[4])))
    return found


def _text(data: bytes) -> str:
    return data.rstrip(b"\0").decode("utf-8", "replace")
