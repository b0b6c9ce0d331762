"""The lists of many archives, searched at once: which of them may have a name?

Most questions go to all packages on a module path, and most packages have nothing to do with them:
one search of all lists is quicker than a question to each archive.
"""

from __future__ import annotations

from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.machine.archives.archive import Archive


class JoinedLists:
    """The lists of some archives, one behind the other."""

    __slots__ = ("_archives", "_below", "_ends", "_text", "paths")

    def __init__(self, archives: Sequence[Archive]) -> None:
        lists = [each.list for each in archives]
        self._archives = archives
        self._text = b"".join(lists)
        self._ends = list(accumulate(map(len, lists)))
        self._below: dict[str, JoinedLists] = {}  # of those that may have a directory
        self.paths = frozenset([each.path for each in archives])

    def that_may_have(self, name: str) -> list[Archive]:
        """Return the archives whose lists have a name somewhere, maybe inside another name."""
        found = []
        text, written = self._text, name.encode()
        position = text.find(written)
        for archive, end in zip(self._archives, self._ends, strict=True):
            if 0 <= position < end:
                found.append(archive)
                position = text.find(written, end)
        return found

    def lacking(self, name: str) -> frozenset[str]:
        """Return the paths of the archives that surely lack a name."""
        directory = name[: name.rfind("/") + 1]
        likely = self._below.get(directory)
        if likely is None:
            likely = JoinedLists(self.that_may_have(directory)) if directory else self
            self._below[directory] = likely
        return self.paths.difference([each.path for each in likely.that_may_have(name)])
