"""Paths as texts: the directory above, the last name, and what is superfluous taken out."""

from __future__ import annotations

import re

_SLASHES = re.compile("/+")


def single_slashes(path: str) -> str:
    """Write every run of slashes as one."""
    return _SLASHES.sub("/", path)


def without_last_slash(path: str) -> str:
    """Take slashes off the end; the root stays."""
    root = 1 if path.startswith("/") else 0
    size = len(path)
    while size - 1 > root and path[size - 1] == "/":
        size -= 1
    return path[:size]


def without_last_name(path: str) -> str:
    """Take off what follows the last slash; of a name alone a dot is left."""
    path = single_slashes(path)
    slash = path.rfind("/")
    if slash < 0:
        return "." if path else path
    return path[:1] if slash == 0 else path[:slash]


def last_name(path: str) -> str:
    """Give what follows the last slash."""
    return path.rpartition("/")[2]


def base_name(path: str) -> str:
    """Give the last name of a path, whatever slashes follow it; of the root, a slash."""
    bare = path.rstrip("/")
    if not bare:
        return path[:1]
    return last_name(bare)


def compressed(path: str) -> str:
    """Resolve `.` and `..` and runs of slashes, without looking at the disk."""
    out = "/" if path.startswith("/") else ""
    for name in path.split("/"):
        if name in ("", "."):
            continue
        if name == "..":
            if out in ("/", ""):
                break
            out = without_last_name(out)
        else:
            out = out + name if out in ("", "/") else f"{out}/{name}"
    return out
