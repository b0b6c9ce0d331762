"""SRV records of the domain name system, which name the servers of a service.

    service_records("_x-puppet._tcp.example.com")       the servers, in the order to try them

The C library resolves names to addresses only, so this asks the name servers of resolv.conf itself.
"""

from __future__ import annotations

from secrets import SystemRandom
from struct import error, pack, unpack_from
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    NameServer = tuple[str, int]

_SRV, _INTERNET, _PORT = 33, 1, 53
_SECONDS = 3.0  # to wait for one answer
_TRUNCATED, _NO_SUCH_NAME = 0x0200, 3
_MOST_JUMPS = 64  # of a compressed name


class ServiceRecord:
    """A server of a service. Those with the lowest priority come first, heavy ones more often."""

    __slots__ = ("host", "port", "priority", "weight")

    def __init__(self, priority: int, weight: int, port: int, host: str) -> None:
        self.priority = priority
        self.weight = weight
        self.port = port
        self.host = host


def service_records(name: str, servers: Sequence[NameServer] = ()) -> list[ServiceRecord]:
    """Return the servers of a service, in the order to try them; none if there is no such name.

    Raises OSError if no name server answers.
    """
    failure: Exception = OSError("there is no name server")
    for server in servers or name_servers():
        try:
            return _in_order(_ask(name, server))
        except (OSError, ValueError, error, IndexError) as caught:
            failure = caught
    raise OSError(f"cannot look up {name}: {failure}") from None


def name_servers(path: str = "/etc/resolv.conf") -> list[NameServer]:
    """Return the name servers of this host."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.split() for line in file]
    except OSError:
        lines = []
    found = [(words[1], _PORT) for words in lines if len(words) > 1 and words[0] == "nameserver"]
    return found[:3] or [("127.0.0.1", _PORT)]


def _in_order(records: list[ServiceRecord]) -> list[ServiceRecord]:
    """Return records by priority; those of one priority by chance, according to their weights."""
    chance = SystemRandom()
    left = sorted(records, key=lambda each: each.priority)
    found: list[ServiceRecord] = []
    while left:
        group = [each for each in left if each.priority == left[0].priority]
        weights = [10 * each.weight or 1 for each in group]
        [chosen] = chance.choices(group, weights)
        left.remove(chosen)
        found.append(chosen)
    return found


def _ask(name: str, server: NameServer) -> list[ServiceRecord]:
    number = SystemRandom().getrandbits(16)
    question = pack(">6H", number, 0x0100, 1, 0, 0, 0) + _encoded(name)
    question += pack(">2H", _SRV, _INTERNET)
    answer = _by_datagram(question, server)
    if unpack_from(">H", answer, 2)[0] & _TRUNCATED:
        answer = _by_stream(question, server)
    if answer[:2] != question[:2]:
        raise ValueError("the answer belongs to another question")
    return list(_records(answer))


def _by_datagram(question: bytes, server: NameServer) -> bytes:
    from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket

    with socket(AF_INET6 if ":" in server[0] else AF_INET, SOCK_DGRAM) as link:
        link.settimeout(_SECONDS)
        link.connect(server)  # answers of other hosts do not arrive
        link.send(question)
        limit = monotonic() + _SECONDS
        while True:
            answer = link.recv(65535)
            if answer[:2] == question[:2]:
                return answer
            # It belongs to another question, or somebody guesses: the real one may still come.
            link.settimeout(max(0.001, limit - monotonic()))


def _by_stream(question: bytes, server: NameServer) -> bytes:
    from socket import create_connection

    with create_connection(server, _SECONDS) as link, link.makefile("rb") as file:
        link.sendall(pack(">H", len(question)) + question)
        (size,) = unpack_from(">H", file.read(2))
        return file.read(size)


def _encoded(name: str) -> bytes:
    labels = name.rstrip(".").encode("idna").split(b".")
    return b"".join(bytes([len(each)]) + each for each in labels) + b"\0"


def _records(answer: bytes) -> Iterator[ServiceRecord]:
    """Return the SRV records of an answer. Raises ValueError for an error of the name server."""
    _, flags, questions, answers, _, _ = unpack_from(">6H", answer)
    code = flags & 15
    if code == _NO_SUCH_NAME:
        return
    if code:
        raise ValueError(f"the name server answers with error {code}")
    at = 12
    for _ in range(questions):
        at = _name(answer, at)[1] + 4
    for _ in range(answers):
        at = _name(answer, at)[1]
        kind, group, _, size = unpack_from(">2HIH", answer, at)
        at += 10
        if (kind, group) == (_SRV, _INTERNET):
            priority, weight, port = unpack_from(">3H", answer, at)
            host = _name(answer, at + 6)[0]
            if host:  # "." means that the service does not exist
                yield ServiceRecord(priority, weight, port, host)
        at += size


def _name(answer: bytes, at: int) -> tuple[str, int]:
    """Return a name in an answer, and the position behind it."""
    labels: list[str] = []
    end = 0
    for _ in range(_MOST_JUMPS):
        size = answer[at]
        if size & 0xC0 == 0xC0:  # the rest stands elsewhere
            end = end or at + 2
            at = unpack_from(">H", answer, at)[0] & 0x3FFF
        elif size == 0:
            return ".".join(labels), end or at + 1
        else:
            labels.append(answer[at + 1 : at + 1 + size].decode("ascii"))
            at += 1 + size
    raise ValueError("a name in the answer has no end")
