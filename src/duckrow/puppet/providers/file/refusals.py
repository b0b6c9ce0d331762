"""What the system said as a file was to be made, in the reference's words.

The reference names the call that failed for it. We make other calls; the words are what people
search for.
"""

from __future__ import annotations

from errno import EISDIR, ENOENT, ENOSPC

from duckrow.puppet.providers.system import ENTERING, MAKING_DIRECTORY, OPENING, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.providers.base import Desired


def told(error: OSError, desired: Desired) -> str:
    """Say why a resource could not be made."""
    path, wanted = desired.name, desired["ensure"]
    if type(error).__module__ != "builtins" or error.strerror is None:
        return str(error)  # our own complaints have words of their own
    if wanted == "link":
        return refusal(error, path.rpartition("/")[0] or "/", ENTERING)
    if wanted == "directory":
        return refusal(error, path, MAKING_DIRECTORY)
    if error.errno == EISDIR:
        return f"{error.strerror} - {error.strerror}: {path}"
    if "content" not in desired and desired["source"] is None:
        return refusal(error, path, OPENING)
    if error.errno == ENOENT:
        return (
            f"{error.strerror} - A directory component in {path} does not exist "
            "or is a dangling symbolic link"
        )
    return refusal(error, path, "io_writev" if error.errno == ENOSPC else MAKING_DIRECTORY)
