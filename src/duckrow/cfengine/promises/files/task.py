"""One file that a promise is about, and what has come of it so far."""

from __future__ import annotations

from duckrow.cfengine.evaluation.outcomes import record, worse
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.files import Files


class Task:
    """The work on one path."""

    __slots__ = ("context", "files", "outcome", "path", "promise")

    def __init__(self, context: Context, promise: Actual, path: str) -> None:
        self.context = context
        self.promise = promise
        self.path = path
        self.files: Files = context.machine.files
        self.outcome = NOOP

    def changed(self, message: str) -> None:
        """Say that something was repaired."""
        record(self.context, REPAIRED, self.promise, "info", message)
        self.outcome = worse(self.outcome, REPAIRED)

    def failed(self, message: str) -> None:
        """Say that something could not be done."""
        record(self.context, FAILED, self.promise, "error", message)
        self.outcome = worse(self.outcome, FAILED)

    def kept(self, message: str) -> None:
        """Say that something is as promised."""
        record(self.context, NOOP, self.promise, "verbose", message)

    def may(self, what: str) -> bool:
        """Tell whether a change may be made; if not, it is told that it should be."""
        if self.context.may_change(self.promise, what):
            return True
        self.outcome = worse(self.outcome, WARNED)
        return False
