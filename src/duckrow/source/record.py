"""A diagnostic as plain values, for programs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.source.diagnostic import Diagnostic

    Record = dict[str, str | int | None]


def to_record(diagnostic: Diagnostic, name: str | None = None) -> Record:
    """Return the fields of a diagnostic; `name` is used for a source without a name.

    Lines and columns count from 1, columns in characters, and the end is the first column after the
    span. All four are None for a finding without a location.
    """
    source = diagnostic.source
    line = column = end_line = end_column = None
    if diagnostic.start is not None:
        line, column = source.position(diagnostic.start)
        end_line, end_column = source.position(max(diagnostic.start, diagnostic.end or 0))
    return {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": diagnostic.what,
        "file": source.name if source.name is not None else name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "why": diagnostic.why,
        "hint": diagnostic.hint,
    }
