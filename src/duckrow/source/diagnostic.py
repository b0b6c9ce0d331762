"""A diagnostic: one finding about a location in a source text.

A diagnostic is data; `draw` renders it. `what` holds the reference implementation's words, since
people search for them; `why` and `hint` are ours.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.source.text import SourceText

ERROR = "error"
WARNING = "warning"
DEPRECATION = "deprecation"


class Diagnostic:
    """One finding.

    `code` names the rule in kebab case (the reference's issue code NOT_TOP_LEVEL is not-top-level).
    `start` and `end` are offsets into `source`; `start` is None if the finding has no location,
    such as a byte order mark or the end of input.
    """

    __slots__ = ("code", "end", "hint", "severity", "source", "start", "what", "why")

    def __init__(
        self,
        code: str,
        what: str,
        source: SourceText,
        start: int | None = None,
        end: int | None = None,
        severity: str = ERROR,
        why: str = "",
        hint: str = "",
    ) -> None:
        self.code = code
        self.what = what
        self.source = source
        self.start = start
        self.end = start if end is None else end
        self.severity = severity
        self.why = why
        self.hint = hint

    @property
    def line(self) -> int | None:
        """The line, from 1, or None for a finding without a location."""
        return None if self.start is None else self.source.position(self.start)[0]

    @property
    def column(self) -> int | None:
        """The column, from 1, or None for a finding without a location."""
        return None if self.start is None else self.source.position(self.start)[1]

    def __repr__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}: {self.severity}: {self.what}"
