"""Plain questions about paths of the host, and plain reading; links are followed.

Sources, settings and policies are read this way: their paths come from the user, and a relative one
begins in the working directory. Promises and resources go through `Files`, which is careful about
links that an attacker may have placed.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def exists(path: str) -> bool:
    """Tell whether a path leads to anything."""
    return os.path.exists(path)


def is_file(path: str) -> bool:
    """Tell whether a path leads to a regular file."""
    return os.path.isfile(path)


def is_directory(path: str) -> bool:
    """Tell whether a path leads to a directory."""
    return os.path.isdir(path)


def is_readable(path: str) -> bool:
    """Tell whether this process may read a path."""
    return os.access(path, os.R_OK)


def may_list(path: str) -> bool:
    """Tell whether this process may list and enter a directory."""
    return os.access(path, os.R_OK | os.X_OK)


def is_program(path: str) -> bool:
    """Tell whether a path leads to a regular file that this process may execute."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


def status(path: str) -> os.stat_result:
    """Return what the kernel knows about a path."""
    return os.stat(path)


def modified(path: str) -> float | None:
    """Return when a file was last modified, in seconds since 1970; None if there is none."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return None


def absolute(path: str) -> str:
    """Return the path from the root; a relative one begins in the working directory."""
    return os.path.abspath(path)


def relative_to(path: str, start: str) -> str:
    """Return the path as seen from a directory; relative ones begin in the working directory."""
    return os.path.relpath(path, start)


def real_path(path: str) -> str:
    """Return the path without links."""
    return os.path.realpath(path)


def read_bytes(path: str, limit: int = -1) -> bytes:
    """Return the content of a file, of which no more than `limit` bytes are read."""
    with open(path, "rb") as file:
        return file.read(limit)


def read_input(path: str) -> bytes:
    """Return the content of a file that a command line names; - is the standard input."""
    if path != "-":
        return read_bytes(path)
    with open(0, "rb", closefd=False) as stream:
        return stream.read()


def write_text(path: str, text: str, errors: str = "surrogateescape") -> None:
    """Write a file of UTF-8; no promise or resource is kept this way."""
    with open(path, "w", encoding="utf-8", errors=errors) as file:
        file.write(text)


def names_in(path: str) -> list[str]:
    """Return the sorted names in a directory."""
    return sorted(os.listdir(path))


def walk(
    path: str, on_error: Callable[[OSError], None] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Return each directory below a path, itself included, with its folders and its files.

    A caller may remove names from the folders; they are not entered then.
    """
    return os.walk(path, onerror=on_error)


def make_directories(path: str, mode: int = 0o777) -> None:
    """Make a directory and those above it that are missing."""
    os.makedirs(path, mode, exist_ok=True)
