"""The files of a server, asked for ahead where that saves time.

A round trip for each of thousands of small files would take longer than all else. So the facts of
a whole directory are asked for ahead. As soon as those of a file arrive, the next question is
whether a file that may be equal differs; and if it does and is small, its content. The server
answers while the client writes the files before.

1. Facts that were asked for ahead hold for the promise; a comparison and a content are used once:
   the next promise asks again, since a file may have changed.
2. Contents that wait to be used have a limit in bytes. Files beyond it are asked for when there is
   room again.
3. A refusal of a content ends its connection. What was on its way is asked for again, by a new one.
"""

from __future__ import annotations

from collections import OrderedDict

from duckrow.cfengine.net.connection import (
    Broken,
    Refused,
    digest_request,
    get_requests,
    stat_request,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from duckrow.cfengine.net.connection import Connection
    from duckrow.machine.files.facts import FileFacts

    # What to ask for behind the facts of a file: True for its content, the digest of a file that
    # may be equal, or None.
    Plan = Callable[[str, FileFacts], "bytes | bool | None"]

# Contents up to this size are asked for ahead, and so many bytes of them at once.
SMALL = 64 * 1024
_MOST_BYTES = 8 * 1024 * 1024


class RemoteFiles:
    """The files of a server, for one promise."""

    __slots__ = (
        "_coming",
        "_connect_again",
        "_contents",
        "_differing",
        "_facts",
        "_last",
        "_plans",
        "_room",
        "_takes_contents",
        "_wanted",
    )

    def __init__(
        self,
        connection: Connection,
        connect_again: Callable[[], Connection | None],
        *,
        takes_contents: bool,
    ) -> None:
        self._last = connection
        connection.forget_later()  # what an earlier promise expected
        self._connect_again = connect_again
        # Whether contents are of use; a trial takes none.
        self._takes_contents = takes_contents
        self._facts: dict[str, FileFacts | None] = {}
        self._differing: dict[str, bool] = {}
        self._contents: dict[str, bytes] = {}
        # What to ask for behind the facts that are expected, and their requests.
        self._plans: dict[str, tuple[Plan, bytes]] = {}
        # Comparisons and contents that are expected, by path.
        self._coming: set[str] = set()
        # Contents to ask for when there is room, and the room.
        self._wanted: OrderedDict[str, tuple[FileFacts, bytes]] = OrderedDict()
        self._room = _MOST_BYTES

    @property
    def connection(self) -> Connection:
        """Return the connection, a new one if the last one broke. Raises Broken."""
        if self._last.is_broken:
            self._forget_expected()
            found = self._connect_again()
            if found is None:
                raise Broken("the server does not answer any more")
            self._last = found
        return self._last

    def facts(self, path: str) -> FileFacts | None:
        """Return the facts of a file, None if the server has none for us. Raises Broken."""
        while path in self._plans:
            self._read_next()
        if path not in self._facts:
            try:
                self._facts[path] = self._free_connection().stat(path)
            except Refused:
                return None
        return self._facts[path]

    def names(self, path: str) -> list[str]:
        """Return the names in a directory. Raises Refused and Broken."""
        return self._free_connection().names(path)

    def differs(self, path: str, local_digest: Callable[[], bytes]) -> bool:
        """Return whether a file has another digest. Raises Refused and Broken."""
        while path in self._coming and path not in self._differing:
            self._read_next()
        known = self._differing.pop(path, None)
        if known is None:
            return self._free_connection().differs(path, local_digest())
        return known

    def content(self, path: str, facts: FileFacts) -> Generator[bytes, None, None]:
        """Return the content of a file in pieces. Raises Refused and Broken."""
        if facts.size == 0:
            return _pieces()
        if path in self._wanted:
            self._ask_for_contents()
            if path in self._wanted:
                # What takes the room was skipped: this file is behind it.
                self._drop_contents()
                self._ask_for_contents()
        while path in self._coming:
            self._read_next()
        self._wanted.pop(path, None)
        self._differing.pop(path, None)  # the next comparison is one with this content
        known = self._contents.pop(path, None)
        if known is None:
            return self._free_connection().content(path, facts)
        self._room += len(known)
        return _pieces(known)

    # Asking ahead

    def expect(self, paths: Iterable[str], plan: Plan) -> None:
        """Ask for the facts of files, and for what the plan says about each. Raises Broken."""
        connection = self.connection
        for path in paths:
            if path in self._facts or path in self._plans:
                continue
            try:
                request = stat_request(path)
            except Refused:
                continue
            self._plans[path] = plan, request
            connection.ask_later(request, self._read_facts, path)

    def _read_facts(self, path: str) -> None:
        plan, stat = self._plans.pop(path)
        facts = self._facts[path] = self._last.read_stat()
        if facts is None or not facts.is_file:
            return
        wanted = plan(path, facts)
        if wanted is True:
            self._want(path, facts, stat)
        elif wanted:
            self._coming.add(path)
            request = digest_request(path, wanted)
            self._last.ask_later(request, self._read_differs, path, is_urgent=True)

    def _read_differs(self, path: str) -> None:
        self._coming.discard(path)
        found = self._differing[path] = self._last.read_differs()
        facts = self._facts[path]
        if found and facts is not None:
            self._want(path, facts, stat_request(path))

    def _want(self, path: str, facts: FileFacts, stat: bytes) -> None:
        if self._takes_contents and 0 < facts.size <= SMALL:
            self._wanted[path] = facts, stat

    def _ask_for_contents(self) -> None:
        """Ask for the contents that there is room for."""
        wanted = self._wanted
        while wanted:
            path, (facts, stat) = wanted.popitem(last=False)
            if facts.size > self._room:
                wanted[path] = facts, stat
                wanted.move_to_end(path, last=False)
                return
            self._room -= facts.size
            self._coming.add(path)
            self._last.ask_later(get_requests(path, stat), self._read_content, path, is_urgent=True)

    def _read_content(self, path: str) -> None:
        self._coming.discard(path)
        facts = self._facts[path]
        assert facts is not None
        self._contents[path] = self._last.read_small_content(facts)

    def _read_next(self) -> None:
        """Read what comes next. If that fails, nothing is expected any more."""
        try:
            if self._wanted:
                self._ask_for_contents()
            self._last.read_next()
        except (Broken, Refused):
            self._last.close()
            self._forget_expected()

    def _forget_expected(self) -> None:
        self._plans.clear()
        self._coming.clear()
        self._wanted.clear()
        self._room = _MOST_BYTES - sum(map(len, self._contents.values()))

    def _drop_contents(self) -> None:
        """Forget contents that nobody has used."""
        self._room += sum(map(len, self._contents.values()))
        self._contents.clear()

    def _free_connection(self) -> Connection:
        """Return the connection when nothing is on its way any more. Raises Broken."""
        try:
            self.connection.finish()
        except (Broken, Refused):
            self._last.close()
        return self.connection


def _pieces(*pieces: bytes) -> Generator[bytes, None, None]:
    yield from pieces
