"""What an agent learns about one file."""

from __future__ import annotations

from stat import S_IFMT

from duckrow.machine.paths import status
from duckrow.machine.stamps import stamp_of
from duckrow.machine.this_process import effective_group, effective_user
from duckrow.machine.trees import checksum, is_settled
from duckrow.puppet.file_serving.errors import FileServingError
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.trees import Entry
    from duckrow.puppet.file_serving.options import Options

# Ruby's words for kinds of files.
_KINDS = {
    0o100000: "file",
    0o040000: "directory",
    0o120000: "link",
    0o010000: "fifo",
    0o140000: "socket",
    0o020000: "characterSpecial",
    0o060000: "blockSpecial",
}
_IGNORED_MODE = 0o644


class Digests:
    """Digests of files; a file that has not changed is read once."""

    __slots__ = ("_known",)

    def __init__(self, most: int = 200_000) -> None:
        self._known = BoundedCache(most)

    def of(self, path: str, kind: str) -> str:
        """Return a checksum without its kind. Raises OSError."""
        known = self._known.get((path, kind))
        if known is not None and known[0] == stamp_of(status(path)):
            return str(known[1])
        found, stamp = checksum(path, kind)
        if is_settled(stamp):
            self._known.keep((path, kind), (stamp, found))
        return found


def metadata_of(
    root: str, relative: str | None, entry: Entry, options: Options, digests: Digests
) -> dict[str, object]:
    """Return the metadata of a file. Raises OSError or FileServingError.

    The checksum of a directory is the time of the root: the reference has it so, and agents do not
    compare it.
    """
    path = root if relative in (None, ".") else f"{root}/{relative}"
    kind = _KINDS.get(S_IFMT(entry.status.st_mode), "unknown")
    sum_kind = options.checksum
    value: str | None
    if kind == "directory":
        sum_kind = "ctime"
        value = digests.of(root, "ctime")
    elif kind in ("fifo", "socket"):
        sum_kind, value = "none", ""
    elif kind == "link":
        try:
            value = digests.of(path, sum_kind)
        except OSError:
            value = None
    elif kind == "file":
        value = digests.of(path, sum_kind)
    else:
        raise FileServingError(f"Cannot manage files of type {kind}")
    if options.permissions == "ignore":
        owner, group, mode = effective_user(), effective_group(), _IGNORED_MODE
    else:
        owner, group = entry.status.st_uid, entry.status.st_gid
        mode = entry.status.st_mode & 0o7777
    return {
        "path": root,
        "relative_path": relative,
        "links": "follow" if options.follow else "manage",
        "owner": owner,
        "group": group,
        "mode": mode,
        "checksum": {
            "type": sum_kind,
            "value": None if value is None else f"{{{sum_kind}}}{value}",
        },
        "type": kind,
        "destination": entry.target,
    }
