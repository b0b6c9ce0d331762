"""One file that a promise is about, and what has come of it so far.

Each step that is done, found done or failed is told at once, and sets the classes of its outcome;
what counts in the end is the gravest of them.
"""

from __future__ import annotations

from errno import ENOENT
from os import strerror

from duckrow.cfengine.evaluation.promises.location import say_where
from duckrow.cfengine.evaluation.promises.outcomes import record, worse
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.perms import Perms
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files

_CLASSES = frozenset((
    "promise_kept", "promise_repaired", "repair_failed", "repair_denied", "repair_timeout",
    "cancel_kept", "cancel_repaired", "cancel_notkept",
))  # fmt: skip
# Attributes that may speak of $(this.promiser), the file at hand; all others are what they are.
_MOVING = _CLASSES | {
    "log_string", "log_kept", "log_repaired", "log_failed", "measurement_class",
    "edit_template", "edit_template_string", "transformer", "source",
}  # fmt: skip


class Task:
    """The work on one path."""

    __slots__ = ("_given", "_moving", "context", "files", "outcome", "path", "perms", "promise")

    def __init__(self, context: Context, promise: ExpandedPromise, path: str) -> None:
        self.context = context
        self.promise = promise
        self.path = path
        self.files: Files = context.machine.files
        self.outcome = NOOP
        # Owner, group and mode, once they are read.
        self.perms: Perms | None = None
        self._given = promise.attributes
        self._moving = () if _MOVING.isdisjoint(self._given) else _moving(promise)

    def stand_at(self, path: str) -> None:
        """Make a path what $(this.promiser) means, in the attributes too."""
        context = self.context
        if context.this is not None:
            context.this["promiser"] = Variable(path)
        if self._moving:
            attributes = self.promise.attributes = dict(self._given)
            for name in self._moving:
                attributes[name] = fill_in(context, self._given[name])

    def leave(self) -> None:
        """Return the promise its own attributes back."""
        self.promise.attributes = self._given
        if self.context.this is not None:
            self.context.this.pop("promiser", None)

    # Looking

    def look(self, path: str, *, follow: bool = False) -> FileFacts | None:
        """Return what a path is; what cannot be looked at, or begins anywhere, is not there."""
        if path[:1] != "/":
            return None
        try:
            return self.files.facts(path, follow=follow)
        except OSError:
            return None

    def read(self, path: str) -> str:
        """Return the text of a file that is named beside the promiser, or by its whole path."""
        if path[:1] != "/":
            path = f"{self.context.directory}/{path}"
        return self.files.read(path).decode("utf-8", "surrogateescape")

    def names(self, path: str) -> list[str]:
        """Return the names in a directory that promises are about."""
        if path[:1] != "/":
            raise FileNotFoundError(ENOENT, "No such file or directory", path)
        return [name for name in self.files.names(path) if self.is_considered(name, path)]

    def is_considered(self, name: str, directory: str) -> bool:
        """Return whether a name in a directory is anybody's business."""
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
            facts = self.look(f"{directory}/{name}")
            if facts is None or facts.kind in ("file", "link"):
                log.warning(f"Filename '{directory}/{name}' is classified as suspiscious, skipping")
                return False
        return True

    # Telling

    def changed(self, message: str) -> None:
        """Say that something was repaired."""
        record(self.context, REPAIRED, self.promise, "info", message)
        self.outcome = worse(self.outcome, REPAIRED)

    def kept(self, message: str) -> None:
        """Say that something is as promised."""
        record(self.context, NOOP, self.promise, "verbose", message)

    def failed(self, message: str) -> None:
        """Say that something could not be done."""
        record(self.context, FAILED, self.promise, "error", message)
        self.ends(FAILED)

    def missed(self, message: str) -> None:
        """Say that something could not be done that does not count: only its classes are set."""
        record(self.context, FAILED, self.promise, "error", message)

    def denied(self, message: str) -> None:
        """Say that something was not allowed."""
        record(self.context, DENIED, self.promise, "error", message)
        self.ends(DENIED)

    def interrupted(self, message: str) -> None:
        """Say that something came in between."""
        record(self.context, INTERRUPTED, self.promise, "error", message)
        self.ends(INTERRUPTED)

    def warned(self, message: str) -> None:
        """Say that something should be looked at."""
        record(self.context, WARNED, self.promise, "warning", message)
        self.ends(WARNED)

    def ends(self, outcome: str) -> None:
        """Count an outcome; of two failures the first counts."""
        if self.outcome not in (FAILED, DENIED, INTERRUPTED):
            self.outcome = worse(self.outcome, outcome)

    def may(self, what: str) -> bool:
        """Return whether a change may be made; if not, it is told that it should be."""
        if self.context.may_change(self.promise, what):
            return True
        self.ends(WARNED)
        return False

    def may_record(self, what: str) -> bool:
        """Return whether what is remembered between runs may change."""
        if self.context.options.is_simulating:
            self.context.log.warning(f"Should {what}")
            self.ends(WARNED)
            return False
        return self.may(what)

    def refer(self, level: str = "error") -> None:
        """Say where the promise stands."""
        say_where(self.context, self.promise, level)


def has_classes(promise: ExpandedPromise) -> bool:
    """Return whether classes tell of what came of a promise."""
    return not _CLASSES.isdisjoint(promise.attributes)


def _moving(promise: ExpandedPromise) -> tuple[str, ...]:
    """Return the attributes that differ from file to file."""
    return tuple(
        name
        for name, value in promise.attributes.items()
        if name in _MOVING
        and has_variables(value)
        and (name != "source" or promise.flag("copy_from"))
    )


def has_variables(value: Any) -> bool:
    """Return whether there may be variables in a value."""
    if isinstance(value, str):
        return "$" in value
    if isinstance(value, list | tuple):
        return any(has_variables(each) for each in value)
    return isinstance(value, Call)


def tell_of_copy(task: Task, source: str, target: str, error: OSError) -> None:
    """Say why a file could not be copied."""
    log = task.context.log
    if error.filename != source:
        log.info(
            f"Unable to open destination file while copying '{source}' to '{target}' (open: "
            f"{why(error)})"
        )
    elif isinstance(error, IsADirectoryError):
        log.error(
            f"Unable to read source file while copying '{source}' to '{target}' (read: "
            f"{why(error)})"
        )
    else:
        log.info(f"Can't copy '{source}' (open: {why(error)})")


def why(error: OSError) -> str:
    """Return the words of the kernel for an error."""
    if error.errno:
        return strerror(error.errno)
    return str(error)
