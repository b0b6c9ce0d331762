"""One promise that edits lines, and its outcome so far."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import DONE, identity
from duckrow.cfengine.evaluation.promises.outcomes import finish_step, worst_outcome
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, NOOP, REPAIRED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session


def is_first(context: Context, promise: ExpandedPromise, operand: str) -> bool:
    """Return whether an edit was not made before in this run; each edit is made once."""
    key = (operand, *identity(promise))
    if key in context.done_locks:
        context.explain(DONE, "done")
        return False
    context.done_locks.add(key)
    return True


class Step:
    """The work on one promise of an edit bundle."""

    __slots__ = ("context", "outcome", "path", "promise", "session")

    def __init__(self, session: Session, promise: ExpandedPromise) -> None:
        self.context: Context = session.context
        self.session = session
        self.promise = promise
        self.path = session.path
        self.outcome = NOOP

    def is_first(self, operand: str) -> bool:
        """Return whether this edit was not made before in this run; each edit is made once."""
        return is_first(self.context, self.promise, operand)

    def changed(self, message: str) -> None:
        """Report a repair."""
        finish_step(self.context, REPAIRED, self.promise, "info", message)
        self.count_outcome(REPAIRED)
        self.session.edits += 1

    def kept(self, message: str) -> None:
        """Report that the promise is kept."""
        finish_step(self.context, NOOP, self.promise, "verbose", message)

    def failed(self, message: str) -> None:
        """Report a failure."""
        finish_step(self.context, FAILED, self.promise, "error", message)
        self.count_outcome(FAILED)

    def interrupted(self, message: str) -> None:
        """Report an interruption."""
        finish_step(self.context, INTERRUPTED, self.promise, "error", message)
        self.count_outcome(INTERRUPTED)

    def may_change(self, what: str) -> bool:
        """Return whether a change may be made; report the needed change if not."""
        if self.context.may_change(self.promise, what):
            return True
        self.outcome = WARNED
        return False

    def count_outcome(self, outcome: str) -> None:
        """Count an outcome; of two failures the first counts."""
        if self.outcome not in (FAILED, INTERRUPTED):
            self.outcome = worst_outcome(self.outcome, outcome)

    def reject(self, outcome: str, message: str) -> str:
        """End the promise before any change."""
        return self.context.finish_promise(outcome, self.promise, "error", message)

    def log_location(self, level: str) -> None:
        """Log the location of the promise."""
        log_location(self.context, self.promise, level)

    def finish(self, name: str) -> str:
        """Report the outcome of the promise."""
        finish = self.context.finish_promise
        outcome = self.outcome
        promiser = self.promise.promiser
        if outcome == NOOP:
            text = f"No changes done for the {name} promise '{promiser}'"
            return finish(NOOP, self.promise, "verbose", text)
        if outcome == REPAIRED:
            return finish(REPAIRED, self.promise, "info", f"{name} promise '{promiser}' repaired")
        if outcome == WARNED:
            text = f"Warnings encountered when actuating {name} promise '{promiser}'"
            return finish(WARNED, self.promise, "warning", text)
        text = f"Errors encountered when actuating {name} promise '{promiser}'"
        return finish(outcome, self.promise, "error", text)
