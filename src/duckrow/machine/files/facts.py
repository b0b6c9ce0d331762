"""The facts of one file, as data: kind, owner, mode, times and more."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import stat_result

FILE = "file"
DIRECTORY = "directory"
LINK = "link"
FIFO = "fifo"
SOCKET = "socket"
CHARACTER = "character device"
BLOCK = "block device"

_KINDS = {
    0o100000: FILE,
    0o040000: DIRECTORY,
    0o120000: LINK,
    0o010000: FIFO,
    0o140000: SOCKET,
    0o020000: CHARACTER,
    0o060000: BLOCK,
}


class FileFacts:
    """The facts of one file; `target` is the text of a symbolic link, else None."""

    __slots__ = (
        "atime_ns",
        "ctime_ns",
        "device",
        "gid",
        "inode",
        "kind",
        "links",
        "mode",
        "mtime_ns",
        "size",
        "special",
        "target",
        "uid",
    )

    def __init__(
        self,
        kind: str,
        mode: int,
        uid: int = 0,
        gid: int = 0,
        size: int = 0,
        mtime_ns: int = 0,
        ctime_ns: int = 0,
        device: int = 0,
        inode: int = 0,
        links: int = 1,
        target: str | None = None,
        atime_ns: int = 0,
        special: int = 0,
    ) -> None:
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.size = size
        self.mtime_ns = mtime_ns
        self.ctime_ns = ctime_ns
        self.device = device
        self.inode = inode
        self.links = links
        self.target = target
        self.atime_ns = atime_ns
        # The device number of a device file.
        self.special = special

    @property
    def is_file(self) -> bool:
        """Return whether this is a regular file."""
        return self.kind == FILE

    @property
    def is_directory(self) -> bool:
        """Return whether this is a directory."""
        return self.kind == DIRECTORY

    @property
    def is_link(self) -> bool:
        """Return whether this is a symbolic link."""
        return self.kind == LINK

    def __repr__(self) -> str:
        """Show the facts that help when a test fails."""
        arrow = "" if self.target is None else f" -> {self.target}"
        return f"<{self.kind} {self.mode:04o} {self.uid}:{self.gid} {self.size} bytes{arrow}>"


def facts_of(found: stat_result, target: str | None = None) -> FileFacts:
    """Make facts of a stat result."""
    return FileFacts(
        kind_of(found.st_mode),
        found.st_mode & 0o7777,
        found.st_uid,
        found.st_gid,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_dev,
        found.st_ino,
        found.st_nlink,
        target,
        found.st_atime_ns,
        found.st_rdev,
    )


def kind_of(mode: int) -> str:
    """Return the name of the kind in the mode of a stat result."""
    return _KINDS.get(mode & 0o170000, FILE)
