"""The files in archives, which can be read and nothing else."""

from __future__ import annotations

from errno import EFBIG
from os import strerror

from duckrow.machine.files.digests import digest_bytes
from duckrow.machine.files.facts import facts_of
from duckrow.machine.files.files import Files
from duckrow.machine.paths import names_in, read_bytes, status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.files.facts import FileFacts


class ArchivedFiles(Files):
    """Files by path: /modules/pond.par/files/duck."""

    __slots__ = ()

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:  # noqa: ARG002
        try:
            return facts_of(status(path))
        except OSError:
            return None

    def read(self, path: str, limit: int | None = None) -> bytes:
        if limit is not None and status(path).st_size > limit:
            raise OSError(EFBIG, strerror(EFBIG), path)
        return read_bytes(path)

    def pieces(self, path: str) -> Iterator[bytes]:
        return iter((read_bytes(path),))

    def digest(self, path: str, kind: str = "sha256") -> str:
        return digest_bytes(read_bytes(path), kind)

    def names(self, path: str) -> list[str]:
        return names_in(path)

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,  # noqa: ARG002  (an archive is one)
    ) -> Iterator[tuple[str, FileFacts]]:
        waiting = names_in(path)[::-1]
        while waiting:
            name = waiting.pop()
            facts = self.facts(f"{path}/{name}")
            if facts is None or (is_wanted is not None and not is_wanted(name, facts)):
                continue
            yield name, facts
            if facts.is_directory and (limit is None or name.count("/") + 1 < limit):
                waiting += [f"{name}/{each}" for each in names_in(f"{path}/{name}")[::-1]]
