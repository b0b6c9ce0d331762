"""Paths as strings: the directory, the last name, and simplification."""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

_SLASHES = LazyPattern("/+")


def single_slashes(path: str) -> str:
    """Replace runs of slashes by one slash."""
    return _SLASHES.sub("/", path)


def without_last_slash(path: str) -> str:
    """Remove trailing slashes; keep the root."""
    root = 1 if path.startswith("/") else 0
    size = len(path)
    while size - 1 > root and path[size - 1] == "/":
        size -= 1
    return path[:size]


def without_last_name(path: str) -> str:
    """Return the directory of a path; a dot for a path without a slash."""
    path = single_slashes(path)
    slash = path.rfind("/")
    if slash < 0:
        return "." if path else path
    return path[:1] if slash == 0 else path[:slash]


def last_name(path: str) -> str:
    """Return the text after the last slash."""
    return path.rpartition("/")[2]


def base_name(path: str) -> str:
    """Return the last name of a path, ignoring trailing slashes; a slash for the root."""
    bare = path.rstrip("/")
    if not bare:
        return path[:1]
    return last_name(bare)


def compressed(path: str) -> str:
    """Resolve `.`, `..` and runs of slashes without reading the disk."""
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
