"""Files and trees as a whole: their digests, and copies of them."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import EIO
from stat import S_ISDIR, S_ISLNK, S_ISREG

from duckrow.machine.files.digests import new_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PIECE = 1 << 20
# Directories that hold no part of a module.
_LEFT_OUT = frozenset((".git",))


def file_digest(path: str, kind: str = "sha256") -> str:
    """Return the digest of a file's content with its kind: sha256:…"""
    digest = new_digest(kind)
    with open(path, "rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return f"{kind}:{digest.hexdigest()}"


def tree_digest(path: str, without: str = "") -> str:
    """Return a digest of the names, contents and links of a tree; `without` is no part of it."""
    whole = new_digest("sha256")
    for name, full, mode in _entries(path):
        if name == without:
            continue
        if S_ISLNK(mode):
            content = f"link {os.readlink(full)}"
        elif S_ISREG(mode):
            content = f"{'program' if mode & 0o100 else 'file'} {file_digest(full)}"
        else:
            continue  # an empty directory means nothing in a module
        whole.update(f"{name}\0{content}\0".encode("utf-8", "surrogateescape"))
    return f"sha256:{whole.hexdigest()}"


def copy_tree(path: str, into: str) -> None:
    """Copy a tree into an empty directory, with links as links and without devices."""
    for name, full, mode in _entries(path):
        target = f"{into}/{name}"
        if S_ISDIR(mode):
            os.makedirs(target, 0o755, exist_ok=True)
        elif S_ISLNK(mode):
            os.symlink(os.readlink(full), target)
        elif S_ISREG(mode):
            copy_file(full, target, 0o755 if mode & 0o100 else 0o644)


def copy_exactly(path: str, into: str) -> None:
    """Copy a tree with modes, times, owners of files and links, into a directory or a new one."""
    import shutil

    def copy(source: str, target: str) -> None:
        shutil.copy2(source, target)
        found = os.stat(source)
        if os.geteuid() == 0:
            os.chown(target, found.st_uid, found.st_gid)

    try:
        shutil.copytree(path, into, symlinks=True, copy_function=copy, dirs_exist_ok=True)
    except shutil.Error as error:  # a list of what failed; the first is enough
        source, _, why = error.args[0][0]
        raise OSError(EIO, str(why), source) from None


def copy_file(path: str, target: str, mode: int = 0o644) -> None:
    """Copy a file to a new name."""
    with open(path, "rb") as source, open(target, "xb") as copy:
        while piece := source.read(_PIECE):
            copy.write(piece)
        os.fchmod(copy.fileno(), mode)


def write_new(path: str, pieces: Iterable[bytes]) -> str:
    """Write pieces to a new file; return the digest of the content."""
    digest = new_digest("sha256")
    with open(path, "xb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return f"sha256:{digest.hexdigest()}"


def remove_file(path: str) -> None:
    """Remove a file or a link, if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def _entries(top: str) -> Iterator[tuple[str, str, int]]:
    """Return the relative name, the path and the mode of everything in a tree, sorted by name."""
    waiting = [""]
    while waiting:
        above = waiting.pop()
        here = f"{top}/{above}" if above else top
        below: list[str] = []
        for entry in sorted(os.listdir(here)):
            name = f"{above}/{entry}" if above else entry
            mode = os.lstat(f"{here}/{entry}").st_mode
            if S_ISDIR(mode):
                if entry in _LEFT_OUT:
                    continue
                below.append(name)
            yield name, f"{here}/{entry}", mode
        waiting += reversed(below)
