"""The work on one file of a promise, and its outcome so far.

Each step reports its outcome at once, which sets its classes; the worst outcome counts in the end.
"""

from __future__ import annotations

from errno import ENOENT

from duckrow.cfengine.evaluation.promises.action import may_change
from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.outcomes import finish_step, worst_outcome
from duckrow.cfengine.evaluation.variables.fill_in import fill_in
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.cfengine.values.outcomes import (
    DENIED,
    FAILED,
    INTERRUPTED,
    NOOP,
    REPAIRED,
    WARNED,
)
from duckrow.cfengine.values.rvals import Call
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.perms import Perms
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files

    FactsOf = Callable[[str], FileFacts | None]

_CLASSES = frozenset((
    "promise_kept", "promise_repaired", "repair_failed", "repair_denied", "repair_timeout",
    "cancel_kept", "cancel_repaired", "cancel_notkept",
))  # fmt: skip
# Attributes that may contain $(this.promiser), the file at hand; all others are the same for all
# files.
_PER_FILE = _CLASSES | {
    "log_string", "log_kept", "log_repaired", "log_failed", "measurement_class",
    "edit_template", "edit_template_string", "transformer", "source",
}  # fmt: skip


class Task:
    """The work on one path."""

    __slots__ = (
        "_given", "_per_file", "_sets_classes", "context", "files", "outcome", "path", "perms",
        "promise",
    )  # fmt: skip

    def __init__(self, context: Context, promise: ExpandedPromise, path: str) -> None:
        self.context = context
        self.promise = promise
        self.path = path
        self.files: Files = context.machine.files
        self.outcome = NOOP
        # Owner, group and mode, once they are read.
        self.perms: Perms | None = None
        self._given = promise.attributes
        self._sets_classes = not _CLASSES.isdisjoint(self._given)
        self._per_file = () if _PER_FILE.isdisjoint(self._given) else _per_file(promise)

    def set_promiser(self, path: str) -> None:
        """Set $(this.promiser) to a path, in the attributes too."""
        context = self.context
        if context.this is not None:
            context.this["promiser"] = Variable(path)
        if self._per_file:
            attributes = self.promise.attributes = dict(self._given)
            for name in self._per_file:
                attributes[name] = fill_in(context, self._given[name])

    def leave(self) -> None:
        """Restore the promise's own attributes."""
        self.promise.attributes = self._given
        if self.context.this is not None:
            self.context.this.pop("promiser", None)

    # Reading

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        """Return the facts of a path; None if it is relative or cannot be read."""
        if path[:1] != "/":
            return None
        try:
            return self.files.facts(path, follow=follow)
        except OSError:
            return None

    def read(self, path: str) -> str:
        """Return the content of a file that is named relative to the promiser, or absolutely."""
        if path[:1] != "/":
            path = f"{self.context.directory}/{path}"
        return self.files.read(path).decode("utf-8", "surrogateescape")

    def names(self, path: str) -> list[str]:
        """Return the names in a directory, without those to ignore."""
        if path[:1] != "/":
            raise FileNotFoundError(ENOENT, "No such file or directory", path)
        return [name for name in self.files.names(path) if self.is_relevant(name, path)]

    def is_relevant(self, name: str, directory: str, facts_of: FactsOf | None = None) -> bool:
        """Return whether a name in a directory is not to be ignored."""
        log = self.context.log
        if name == "...":
            log.warning(
                f"Possible path traversal attempt detected in '{directory}/{name}', skipping"
            )
            return False
        if name in ("lost+found", ".cfengine.rm"):
            log.verbose(f"Filename '{directory}/{name}' is classified as ignorable, skipping")
            return False
        suspicious = self.context.control.get("agent", {}).get("suspiciousnames")
        if suspicious and name in suspicious:
            facts = (facts_of or self.facts)(f"{directory}/{name}")
            if facts is None or facts.kind in ("file", "link"):
                log.warning(f"Filename '{directory}/{name}' is classified as suspiscious, skipping")
                return False
        return True

    # Reporting

    def changed(self, message: str) -> None:
        """Report a repair."""
        if self._sets_classes or self.context.log.wants("info"):
            finish_step(self.context, REPAIRED, self.promise, "info", message)
        self.outcome = worst_outcome(self.outcome, REPAIRED)

    @property
    def reports_kept(self) -> bool:
        """Return whether a kept step sets classes or is logged."""
        return self._sets_classes or self.context.log.wants("verbose")

    def kept(self, message: str) -> None:
        """Report that the promise is kept."""
        if self.reports_kept:
            finish_step(self.context, NOOP, self.promise, "verbose", message)

    def failed(self, message: str) -> None:
        """Report a failure."""
        finish_step(self.context, FAILED, self.promise, "error", message)
        self.count_outcome(FAILED)

    def failed_uncounted(self, message: str) -> None:
        """Report a failure that does not count: only its classes are set."""
        finish_step(self.context, FAILED, self.promise, "error", message)

    def denied(self, message: str) -> None:
        """Report a denied step."""
        finish_step(self.context, DENIED, self.promise, "error", message)
        self.count_outcome(DENIED)

    def interrupted(self, message: str) -> None:
        """Report an interruption."""
        finish_step(self.context, INTERRUPTED, self.promise, "error", message)
        self.count_outcome(INTERRUPTED)

    def warned(self, message: str) -> None:
        """Report a warning."""
        finish_step(self.context, WARNED, self.promise, "warning", message)
        self.count_outcome(WARNED)

    def count_outcome(self, outcome: str) -> None:
        """Count an outcome; of two failures the first counts."""
        if self.outcome not in (FAILED, DENIED, INTERRUPTED):
            self.outcome = worst_outcome(self.outcome, outcome)

    def may_change(self, what: str) -> bool:
        """Return whether a change may be made; report the needed change if not."""
        if may_change(self.context, self.promise, what):
            return True
        self.count_outcome(WARNED)
        return False

    def may_record(self, what: str) -> bool:
        """Return whether stored state may change."""
        if self.context.options.is_simulating:
            self.context.log.warning(f"Should {what}")
            self.count_outcome(WARNED)
            return False
        return self.may_change(what)

    def log_location(self, level: str = "error") -> None:
        """Log the location of the promise."""
        log_location(self.context, self.promise, level)


def has_classes(promise: ExpandedPromise) -> bool:
    """Return whether a promise defines classes for its outcome."""
    return not _CLASSES.isdisjoint(promise.attributes)


def _per_file(promise: ExpandedPromise) -> tuple[str, ...]:
    """Return the attributes that differ from file to file."""
    return tuple(
        name
        for name, value in promise.attributes.items()
        if name in _PER_FILE
        and has_variables(value)
        and (name != "source" or promise.flag("copy_from"))
    )


def has_variables(value: Any) -> bool:
    """Return whether a value may contain variables."""
    if isinstance(value, str):
        return "$" in value
    if isinstance(value, list | tuple):
        return any(has_variables(each) for each in value)
    return isinstance(value, Call)


def log_copy_error(task: Task, source: str, target: str, error: OSError) -> None:
    """Report why a file could not be copied."""
    log = task.context.log
    if error.filename != source:
        log.info(
            f"Unable to open destination file while copying '{source}' to '{target}' (open: "
            f"{error_text(error)})"
        )
    elif isinstance(error, IsADirectoryError):
        log.error(
            f"Unable to read source file while copying '{source}' to '{target}' (read: "
            f"{error_text(error)})"
        )
    else:
        log.info(f"Can't copy '{source}' (open: {error_text(error)})")
