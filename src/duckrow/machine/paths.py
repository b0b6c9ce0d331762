"""Plain questions about paths of the host, and plain reading; links are followed.

Sources, settings and policies are read this way: their paths come from the user, and a relative one
begins in the working directory. Promises and resources go through `Files`, which is careful about
links that an attacker may have placed.

A path may lead into an archive: /modules/pond.par/manifests/init.pp.
"""

from __future__ import annotations

import os
from errno import EACCES, EINVAL, EISDIR, ENOENT, ENOTDIR
from stat import S_IFDIR, S_IFMT, S_IFREG, S_ISREG

from duckrow.machine.stamps import stamp_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader

    from duckrow.machine.archives.find import Inside

    Stamp = tuple[int, ...]


def exists(path: str) -> bool:
    """Return whether a path exists."""
    return _mode(path) is not None


def is_file(path: str) -> bool:
    """Return whether a path is a regular file."""
    return _mode(path) == S_IFREG


def files_in(directory: str) -> list[str]:
    """Return the sorted names of the regular files in a directory; none if it does not exist."""
    inside = _inside(directory) if _may_lead_into_archive(directory) else None
    if inside is not None:  # which is asked once
        return inside.files()
    try:
        names = sorted(os.listdir(directory))
    except OSError:
        return []
    return [name for name in names if is_file(f"{directory}/{name}")]


def is_directory(path: str) -> bool:
    """Return whether a path is a directory."""
    return _mode(path) == S_IFDIR


def in_index(path: str, part: str) -> object:
    """Return what a part of the index of a package says about a path in it; None for nothing."""
    inside = _inside(path) if _may_lead_into_archive(path) else None
    found = None if inside is None else inside.archive.index_part(part)
    return None if inside is None or found is None else found.get(inside.member)


def is_archived_module(path: str) -> bool:
    """Return whether an archive is a module: a package by its name, others by what they hold."""
    from duckrow.source.module_names import PACKAGE

    if path.endswith(PACKAGE):
        return os.path.isfile(path)
    from duckrow.machine.archives.find import holds_module

    return holds_module(path)


def _mode(path: str) -> int | None:
    try:
        return S_IFMT(status(path).st_mode)
    except (OSError, ValueError):
        return None


def is_readable(path: str) -> bool:
    """Return whether this process may read a path."""
    return os.access(path, os.R_OK)


def may_list(path: str) -> bool:
    """Return whether this process may list and enter a directory."""
    return os.access(path, os.R_OK | os.X_OK)


def is_program(path: str) -> bool:
    """Return whether a path is a regular file that this process may execute."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


def status(path: str) -> os.stat_result:
    """Return the stat of a path."""
    inside = _inside(path) if _may_lead_into_archive(path) else None
    found = None if inside is None else inside.status()
    return os.stat(path) if found is None else found


def _may_lead_into_archive(path: str) -> bool:
    """Return whether a path has a name like that of an archive before its end."""
    # To look for an archive first is quicker than to be told that it is no directory.
    return ".par/" in path or ".zip/" in path or ".jar/" in path


def stamps(paths: list[str]) -> list[Stamp | None]:
    """Return the stamp of each path, None for no file: quicker than asking for one by one."""
    found: list[Stamp | None] = []
    add, stat = found.append, os.stat
    for path in paths:
        try:
            at = stat(path)
            # As `stamp_of` does; a call would take as long as all of this.
            add((at.st_mtime_ns, at.st_ctime_ns, at.st_size, at.st_ino))
        except (OSError, ValueError):
            add(_stamp_inside(path) if _may_lead_into_archive(path) else None)
    return found


def _stamp_inside(path: str) -> Stamp | None:
    try:
        return stamp_of(status(path))
    except (OSError, ValueError):
        return None


def _inside(path: str) -> Inside | None:
    """Return the place in an archive that a path names; None if it leads into no archive."""
    # This form of import is quick if the module is there, which counts: it is asked for each path.
    from duckrow.machine.archives import find

    return find.find_inside(path)


def modified(path: str) -> float | None:
    """Return when a file was last modified, in seconds since 1970; None if it is missing."""
    try:
        return status(path).st_mtime
    except OSError:
        return None


def absolute(path: str) -> str:
    """Return the absolute path; relative paths start in the working directory."""
    return os.path.abspath(path)


def relative_to(path: str, start: str) -> str:
    """Return a path relative to a directory; relative ones start in the working directory."""
    return os.path.relpath(path, start)


def real_path(path: str) -> str:
    """Return the path without links."""
    return os.path.realpath(path)


def file_in_the_way(path: str) -> str | None:
    """Return the part of a path that exists and is not a directory; None without such a part."""
    while path and not os.path.isdir(path):
        if os.path.lexists(path):
            return path
        path = os.path.dirname(path)
    return None


def writing_error(path: str) -> OSError | None:
    """Return the error that writing a file would raise; nothing is opened or created."""
    if not path:
        return FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
    if os.path.isdir(path):
        return IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
    if os.path.exists(path):
        is_writable = os.access(path, os.W_OK)
    else:
        parent = os.path.dirname(path) or "."
        if not os.path.isdir(parent):
            number = ENOTDIR if file_in_the_way(parent) else ENOENT
            return OSError(number, os.strerror(number), path)
        is_writable = os.access(parent, os.W_OK | os.X_OK)
    return None if is_writable else PermissionError(EACCES, os.strerror(EACCES), path)


def open_to_read(path: str) -> BufferedReader:
    """Return a regular file that is open to be read. Raises OSError for anything else."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | os.O_NONBLOCK)  # a pipe would wait for a writer

    file = open(path, "rb", opener=opener)  # noqa: SIM115  (the caller closes it)
    if S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(EINVAL, "not a regular file", path)


def read_bytes(path: str, limit: int = -1) -> bytes:
    """Return the content of a file, at most `limit` bytes."""
    inside = _inside(path) if _may_lead_into_archive(path) else None
    if inside is not None:
        return inside.read(limit)
    with open(path, "rb") as file:
        if limit < 0:
            return file.read()
        # Python reserves memory for all that it is asked to read: ask for little first.
        likely = min(limit, os.fstat(file.fileno()).st_size + 1)
        data = file.read(likely)
        return data if len(data) < likely else data + file.read(limit - likely)


def read_input(path: str) -> bytes:
    """Return the content of a file from a command line; - is the standard input."""
    if path != "-":
        return read_bytes(path)
    with open(0, "rb", closefd=False) as stream:
        return stream.read()


def write_text(path: str, text: str, errors: str = "surrogateescape", mode: int = 0o666) -> None:
    """Write a file in UTF-8, with a mode if it is new; not for promises and resources."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    with open(path, "w", encoding="utf-8", errors=errors, opener=opener) as file:
        file.write(text)


def names_in(path: str) -> list[str]:
    """Return the sorted names in a directory."""
    try:
        return sorted(os.listdir(path))
    except NotADirectoryError:
        inside = _inside(path)
        if inside is None:
            raise
        return inside.names()


def walk(
    path: str, on_error: Callable[[OSError], None] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Return each directory below a path, including the path, with its directories and files.

    A caller may remove names from the list of directories; these are not entered.
    """
    from duckrow.source.module_names import archive_ends

    if archive_ends(path):
        inside = _inside(path)
        if inside is not None:
            return inside.walk(path)
    return os.walk(path, onerror=on_error)


def make_directories(path: str, mode: int = 0o777) -> None:
    """Make a directory and its missing parents."""
    try:
        os.makedirs(path, mode, exist_ok=True)
    except FileExistsError as error:  # a file is in the way
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), error.filename) from None
