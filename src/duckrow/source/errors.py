"""The exceptions that duckrow raises on purpose.

The family, from the general to the particular::

    DuckrowError            anything the user can do something about
    ├── SourceError         a text that cannot be read or is not valid; carries a Diagnostic
    └── InputError          a file or option that cannot be used

Anything else that escapes is a fault of duckrow itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.source.diagnostic import Diagnostic


class DuckrowError(Exception):
    """Anything the user can do something about."""


class InputError(DuckrowError):
    """A file or an option that cannot be used."""


class SourceError(DuckrowError):
    """A text that cannot be read or is not valid."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.what)
        self.diagnostic = diagnostic


def reason(error: Exception) -> str:
    """Say why something was refused: of the system's errors, the words without number and path."""
    return str(getattr(error, "strerror", None) or error)
