"""Errors of the system while a file is made, in the reference's words.

The reference names its own failed call. duckrow makes other calls, but keeps the words that people
search for.
"""

from __future__ import annotations

from errno import EISDIR, ENOENT, ENOSPC, ENOTDIR

from duckrow.puppet.providers.system import (
    ENTERING,
    LINKING,
    MAKING_DIRECTORY,
    OPENING,
    os_error_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.providers.base import Desired


def error_text(error: OSError, desired: Desired) -> str:
    """Return the error message for a resource that could not be created."""
    path, wanted = desired.name, desired["ensure"]
    if type(error).__module__ != "builtins" or error.strerror is None:
        return _own(error, path)
    if wanted == "link":
        if error.errno not in (ENOENT, ENOTDIR):
            return os_error_text(error, f"({desired['target']}, {path})", LINKING)
        return os_error_text(error, path.rpartition("/")[0] or "/", ENTERING)
    if wanted == "directory":
        return os_error_text(error, path, MAKING_DIRECTORY)
    if error.errno == EISDIR:
        return f"{error.strerror} - {error.strerror}: {path}"
    if "content" not in desired and desired["source"] is None:
        return os_error_text(error, path, OPENING)
    if error.errno == ENOENT:
        return (
            f"{error.strerror} - A directory component in {path} does not exist "
            "or is a dangling symbolic link"
        )
    return os_error_text(error, path, "io_writev" if error.errno == ENOSPC else MAKING_DIRECTORY)


def property_error_text(error: OSError, desired: Desired, name: str, value: Any) -> str:
    """Return the error message for a property that could not be changed."""
    if type(error).__module__ != "builtins" or error.strerror is None:
        return _own(error, desired.name)
    if name in ("content", "checksum_value", "target"):
        return error_text(error, desired)
    why = os_error_text(error, desired.name, "apply2files")
    if name == "mode":
        return f"failed to set mode {value.rjust(4, '0')} on {desired.name}: {why}"
    return f"Failed to set {name} to '{value}': {why}"


def _own(error: OSError, path: str) -> str:
    """Return the message of an error that does not come from the kernel."""
    return str(error) if error.strerror is None else f"{error.strerror} - {path}"
