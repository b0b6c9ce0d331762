"""Parts of paths as the reference's platform takes them apart."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError


def _checked(path: str) -> str:
    if "\0" in path:
        raise EvaluationError("path name contains null byte")
    return path


def base_name(path: str, suffix: str = "") -> str:
    """Give the last part; the suffix `.*` stands for any extension."""
    name = _checked(path).rstrip("/").rpartition("/")[2]
    if not name:
        return "/" if path else ""
    if _checked(suffix) == ".*":
        return name.removesuffix(extension(name))
    return name if name == suffix or not suffix else name.removesuffix(suffix)


def directory_name(path: str) -> str:
    """Give all but the last part."""
    parts = _checked(path).rstrip("/")
    if not parts:
        return "/" if path else "."
    before, slash, _ = parts.rpartition("/")
    if not slash:
        return "."
    before = before.rstrip("/")
    # Several slashes at the start say no more than one.
    return "/" + before.lstrip("/") if path.startswith("/") else before


def extension(path: str) -> str:
    """Give the last dot of the last part and what follows it; leading dots do not count."""
    name = base_name(path).lstrip(".")
    _, dot, rest = name.rpartition(".")
    return dot + rest if dot else ""
