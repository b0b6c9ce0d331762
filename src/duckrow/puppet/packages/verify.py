"""Check a package: every member against the list and the index, and who has signed the index."""

from __future__ import annotations

from duckrow.facts.ruby_files import DIRECTORIES, INDEX_PART, added_facts
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
    contents = {name: archive.read(name) for name in members if name.startswith(DIRECTORIES)}
    for name in members:
        if name not in contents:
            archive.read(name)
    missing = sorted((index.digests or {}).keys() - set(members))
    if missing:
        raise ArchiveError(path, missing[0], "is in the index and not in the package")
    facts = archive.index_part(INDEX_PART)
    if facts is not None and facts != added_facts(contents):
        raise ArchiveError(path, NAME, "lists other facts than the files of facts add")
    return index, archive.read(NAME)
