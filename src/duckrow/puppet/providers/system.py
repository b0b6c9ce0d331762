"""Errors of the operating system in the reference's words: with the call and the path."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError, ensure_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.providers.base import Desired

OPENING = "rb_sysopen"
MAKING_DIRECTORY = "dir_s_mkdir"
ENTERING = "dir_chdir"
LINKING = "rb_file_s_symlink"


class ReportOsErrors:
    """Turns an OSError raised inside the `with` into an error that names call and path.

    with Refused("/etc/motd", OPENING):
        machine.files.read("/etc/motd")
    """

    __slots__ = ("_call", "_desired", "_path")

    def __init__(self, path: str, call: str = OPENING, desired: Desired | None = None) -> None:
        """Prepare for errors; with `desired` they are about its attribute `ensure`."""
        self._path = path
        self._call = call
        self._desired = desired

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        # Only errors of the kernel: others have their own words.
        if isinstance(error, OSError) and type(error).__module__ == "builtins":
            text = os_error_text(error, self._path, self._call)
            if self._desired is not None:
                raise ensure_error(self._desired, text) from error
            raise ProviderError(text) from error


def os_error_text(error: OSError, path: str, call: str = OPENING) -> str:
    """Return an error message: No such file or directory @ rb_sysopen - /etc/motd."""
    return f"{error.strerror} @ {call} - {path}"
