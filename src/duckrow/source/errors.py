"""The exceptions that duckrow raises on purpose.

The family, from the general to the particular::

    DuckrowError            anything the user can act on
    ├── SourceError         a source text that cannot be read or is invalid; carries a Diagnostic
    └── InputError          a file or option that cannot be used

Any other exception that escapes is a fault in duckrow itself, unless Python code of a module raised
it: see python_files.py.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.source.diagnostic import Diagnostic


class DuckrowError(Exception):
    """Anything the user can act on."""


class InputError(DuckrowError):
    """A file or an option that cannot be used; `why` and `hint` may be empty."""

    def __init__(self, what: str, why: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.why = why
        self.hint = hint


class SourceError(DuckrowError):
    """A source text that cannot be read or is invalid."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.what)
        self.diagnostic = diagnostic


def reason(error: Exception) -> str:
    """Return the message of an error; for system errors, without number and path."""
    return str(getattr(error, "strerror", None) or error)
