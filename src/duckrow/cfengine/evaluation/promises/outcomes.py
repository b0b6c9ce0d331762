"""The outcome of a promise: its log message, the counts, and the classes that it defines."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.values import outcomes
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

# Parts of another promise: they are not counted and write no log_string.
_UNCOUNTED = frozenset(
    ("vars", "classes", "insert_lines", "delete_lines", "replace_patterns", "field_edits")
)
_FAILURES = frozenset((outcomes.FAILED, outcomes.DENIED, outcomes.TIMEOUT, outcomes.INTERRUPTED))
_COUNTED = {outcomes.KEPT: "kept", outcomes.NOOP: "kept", outcomes.REPAIRED: "repaired"}

# Attributes of a classes body that define and that cancel classes, by outcome.
_CLASSES = {
    outcomes.KEPT: ("promise_kept", "cancel_kept"),
    outcomes.NOOP: ("promise_kept", "cancel_kept"),
    outcomes.REPAIRED: ("promise_repaired", "cancel_repaired"),
    outcomes.WARNED: ("repair_failed", "cancel_notkept"),
    outcomes.FAILED: ("repair_failed", "cancel_notkept"),
    outcomes.INTERRUPTED: ("repair_failed", "cancel_notkept"),
    outcomes.DENIED: ("repair_denied", "cancel_notkept"),
    outcomes.TIMEOUT: ("repair_timeout", "cancel_notkept"),
}

_NAME = LazyPattern(r"[a-zA-Z0-9_$(){}\[\].:]+")

# Outcomes of several changes of one promise, the worst last.
_ORDER = {
    outcomes.SKIPPED: 0,
    outcomes.NOOP: 1,
    outcomes.KEPT: 1,
    outcomes.REPAIRED: 2,
    outcomes.WARNED: 3,
    outcomes.FAILED: 4,
    outcomes.DENIED: 5,
    outcomes.TIMEOUT: 6,
    outcomes.INTERRUPTED: 7,
}


def worst_outcome(one: str, other: str) -> str:
    """Return the worst_outcome of two outcomes of a promise."""
    return other if _ORDER[other] > _ORDER[one] else one


def finish_promise(
    context: Context, outcome: str, promise: ExpandedPromise, level: str, message: str
) -> str:
    """Log the outcome of a promise, count it, set its classes, and return it."""
    if message:
        if level == "verbose":
            _log_identity(context, promise)
        context.log.write(level, message)
    if outcome != outcomes.SKIPPED:
        count(context, outcome, promise)
        if promise.attributes:
            set_classes(context, outcome, promise)
            _write_log(context, outcome, promise)
    return outcome


def finish_step(
    context: Context, outcome: str, promise: ExpandedPromise, level: str, message: str
) -> str:
    """Log the outcome of one step of a promise: set its classes without counting it."""
    _log_identity(context, promise)
    context.log.write(level, message)
    set_classes(context, outcome, promise)
    return outcome


def _log_identity(context: Context, promise: ExpandedPromise) -> None:
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.promises.location import log_identity

        log_identity(context, promise)


def count(context: Context, outcome: str, promise: ExpandedPromise) -> None:
    """Count an outcome in the summary."""
    if promise.type not in _UNCOUNTED:
        context.counts[_COUNTED.get(outcome, "failed")] += 1


def set_classes(context: Context, outcome: str, promise: ExpandedPromise) -> None:
    """Define and cancel the classes of a promise for an outcome."""
    define, cancel = _CLASSES[outcome]
    if define not in promise.attributes and cancel not in promise.attributes:
        return
    add_classes(context, promise, promise.items(define))
    cancel_classes(context, promise.items(cancel))


def add_classes(context: Context, promise: ExpandedPromise, names: list[str]) -> None:
    """Define classes as the classes body of a promise specifies."""
    if not names:
        return
    minutes = promise.integer("persist_time", 0)
    scope = promise.text("scope") or "namespace"
    for each in names:
        # These names are canonified as a whole: a namespace becomes part of the name.
        name = canonify(each)
        if name in context.classes.hard:
            context.log.error(
                f"You cannot use reserved hard class '{name}' as post-condition class"
            )
        if minutes > 0:
            # A promotion is also logged for a body without a scope.
            if promise.text("scope") != "namespace":
                context.log.info(
                    f"Automatically promoting context scope for '{name}' to namespace visibility, "
                    "due to persistence"
                )
            context.log.verbose(f"C:    + persistent outcome class '{name}'")
            if context.state is not None:
                policy = promise.text("timer_policy") or "reset"
                context.state.save_class(context, name, minutes, policy, ())
            context.set_class(name, "namespace")
            continue
        context.log.verbose(f"C:    + promise outcome class '{name}'")
        if scope == "bundle":
            if (context.namespace, name) in context.classes.soft:
                bundle = context.bundle
                context.log.warning(
                    f"Private class '{name}' in bundle '{bundle.name if bundle else ''}' shadows a "
                    "global class - you should choose a different name to avoid conflicts"
                )
            context.set_class(name, "bundle", is_outcome=True)
        else:
            context.set_class(name, "namespace")


def cancel_classes(context: Context, names: list[str]) -> None:
    """Undefine classes, up to the first invalid or hard one."""
    for name in names:
        if not _NAME.fullmatch(name):
            return
        if name in context.classes.hard:
            context.log.error(
                f"You cannot cancel a reserved hard class '{name}' in post-condition classes"
            )
            return
        context.log.verbose(f"Cancelling class '{name}'")
        if context.state is not None:
            context.state.remove_class(name)
        context.cancel_class(name)


def _write_log(context: Context, outcome: str, promise: ExpandedPromise) -> None:
    """Write the log_string of an action body to its destination."""
    text = promise.text("log_string")
    if text is None or promise.type in _UNCOUNTED or context.options.changes_nothing:
        return
    if outcome == outcomes.REPAIRED:
        where = promise.text("log_repaired")
    elif outcome in _FAILURES:
        where = promise.text("log_failed")
    elif outcome == outcomes.WARNED:
        return
    else:
        where = promise.text("log_kept")
    if where is None:
        return
    text = context.expand(text)
    if where == "stdout":
        context.log.info(f"L: {text}")
    elif where != "udp_syslog":
        _append(context, where, text)


def _append(context: Context, path: str, text: str) -> None:
    try:
        line = f"{text}\n".encode("utf-8", "surrogateescape")
        context.machine.files.append(path, line, follow=True)
    except OSError:
        context.log.error(f"Unable to open private log '{path}'")
