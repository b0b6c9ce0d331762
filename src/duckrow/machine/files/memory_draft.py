"""The next content of a file in memory."""

from __future__ import annotations

from errno import EISDIR

from duckrow.machine.files.facts import DIRECTORY, FILE
from duckrow.machine.files.memory_tree import MemoryFile, error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.memory_tree import MemoryTree


class MemoryDraft:
    """The content written so far, and its target."""

    __slots__ = ("_content", "_files", "_place")

    def __init__(self, files: MemoryTree, place: str) -> None:
        self._files = files
        self._place = place
        self._content = bytearray()

    def __enter__(self) -> MemoryDraft:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @property
    def path(self) -> str:
        """Return a descriptive path; no command can read it."""
        return f"/proc/1/fd{self._place}"

    def name_beside(self) -> str:
        """Return a descriptive name; no command can read it."""
        return f"{self._place.rpartition('/')[2]}.draft"

    def write(self, content: bytes) -> None:
        """Append to the content."""
        self._content += content

    def skip(self, count: int) -> None:
        """Append so many zero bytes."""
        self._content += bytes(count)

    def publish(
        self,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        """Make it the content of the file."""
        old = self._files.tree.get(self._place)
        if old is not None and old.kind == DIRECTORY:
            raise error(EISDIR, self._place)
        if old is not None and old.kind != FILE:
            old = None
        file = MemoryFile(FILE, 0o644, self._files.uid, self._files.uid)
        if old is not None and keeps:
            file.mode, file.uid, file.gid, file.context = old.mode, old.uid, old.gid, old.context
        file.mode = file.mode if mode is None else mode
        file.uid = file.uid if uid is None else uid
        file.gid = file.gid if gid is None else gid
        file.content = bytes(self._content)
        self._files.put(self._place, file)
