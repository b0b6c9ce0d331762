"""Check a package: every member against the list and the index, and who has signed the index."""

from __future__ import annotations

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.index import NAME
from duckrow.machine.archives.members import ArchiveError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.archives.index import Index


def verify_contents(path: str) -> tuple[Index, bytes]:
    """Read every member of a package; return its index, and the bytes that a signature is over.

    Raises OSError or ArchiveError.
    """
    archive = Archive(path)
    members = archive.members().names()
    if NAME not in members:
        raise ArchiveError(path, None, f"has no {NAME}: `duckrow module pack` makes one that has")
    index = archive.index()
    for name in members:
        archive.read(name)
    missing = sorted((index.digests or {}).keys() - set(members))
    if missing:
        raise ArchiveError(path, missing[0], "is in the index and not in the package")
    return index, archive.read(NAME)
