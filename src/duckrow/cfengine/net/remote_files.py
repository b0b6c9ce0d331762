"""The files of a server, asked for ahead where that saves time.

A round trip for each of thousands of small files would take longer than all else. So the facts of
a whole directory are asked for at once, then the digests of files that may be equal, then the
contents of small files that differ. What was asked for ahead is used once: the next promise asks
again, since a file may have changed.
"""

from __future__ import annotations

from duckrow.cfengine.net.connection import (
    Broken,
    Refused,
    digest_request,
    fits_request,
    get_requests,
    stat_request,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from duckrow.cfengine.net.connection import Connection
    from duckrow.machine.files.facts import FileFacts

# Contents up to this size are asked for ahead, and so many bytes of them at once.
SMALL = 64 * 1024
_MOST_BYTES = 8 * 1024 * 1024


class RemoteFiles:
    """The files of a server, for one promise."""

    __slots__ = ("_connect_again", "_contents", "_differing", "_facts", "_last")

    def __init__(
        self, connection: Connection, connect_again: Callable[[], Connection | None]
    ) -> None:
        self._last = connection
        self._connect_again = connect_again
        self._facts: dict[str, FileFacts | None] = {}
        self._differing: dict[str, bool] = {}
        self._contents: dict[str, bytes] = {}

    @property
    def connection(self) -> Connection:
        """Return the connection, a new one if the last one broke. Raises Broken."""
        if self._last.is_broken:
            found = self._connect_again()
            if found is None:
                raise Broken("the server does not answer any more")
            self._last = found
        return self._last

    def facts(self, path: str) -> FileFacts | None:
        """Return the facts of a file, None if the server has none for us."""
        if path not in self._facts:
            try:
                self._facts[path] = self.connection.stat(path)
            except Refused:
                return None
        return self._facts[path]

    def names(self, path: str) -> list[str]:
        """Return the names in a directory."""
        return self.connection.names(path)

    def differs(self, path: str, local_digest: bytes) -> bool:
        """Return whether a file has another digest."""
        known = self._differing.pop(path, None)
        return self.connection.differs(path, local_digest) if known is None else known

    def content(self, path: str, facts: FileFacts) -> Iterator[bytes]:
        """Return the content of a file in pieces. Raises Refused."""
        known = self._contents.pop(path, None)
        if known is not None:
            return iter((known,) if known else ())
        return self.connection.content(path, facts)

    # Asking ahead

    def expect_facts(self, paths: Iterable[str]) -> None:
        """Ask for the facts of files."""
        wanted = [each for each in paths if each not in self._facts and fits_request(each)]
        connection = self.connection
        replies = connection.ask(map(stat_request, wanted), connection.read_stat)
        self._facts.update(zip(wanted, replies, strict=True))

    def expect_digests(self, digests: dict[str, bytes]) -> list[str]:
        """Compare the digests of files; return the files that differ."""
        requests = (digest_request(path, each) for path, each in digests.items())
        connection = self.connection
        replies = connection.ask(requests, connection.read_differs)
        found = dict(zip(digests, replies, strict=True))
        self._differing.update(found)
        return [path for path, differs in found.items() if differs]

    def expect_contents(self, paths: list[str]) -> None:
        """Ask for the contents of small files, as far as they fit; a refusal ends that."""
        self._contents.clear()
        room = _MOST_BYTES
        wanted: list[tuple[str, FileFacts]] = []
        for path in paths:
            facts = self._facts.get(path)
            if facts is not None and facts.is_file and 0 < facts.size <= min(SMALL, room):
                wanted.append((path, facts))
                room -= facts.size
        expected, connection = iter(wanted), self.connection

        def read() -> bytes:
            path, facts = next(expected)
            found = b"".join(connection.read_content(facts))
            self._contents[path] = found
            return found

        try:
            for _ in connection.ask((get_requests(path) for path, _ in wanted), read):
                pass
        except Refused:
            # Replies to the other requests are on their way: this connection is of no more use.
            connection.close()
