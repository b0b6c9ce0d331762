"""The verbose messages at the start and end of bundles and promises.

Below the level verbose, nothing here is called.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.format_value import format_value
from duckrow.cfengine.policy.tables.lookup import is_built_in
from duckrow.cfengine.values import outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from duckrow.cfengine.evaluation.bundles.frames import Frame
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle

    Keep = Callable[[Context, ExpandedPromise], str]

# The reference reads these characters as the ":" and "." of a mangled name.
_UNMANGLED = {ord("*"): ":", ord("#"): "."}

_STARS = "B: " + "*" * 65
_DOTS = "." * 57
_LONGEST = 30
_QUIET = frozenset(("vars", "classes"))
# The number of characters of the first and last line of a long promiser that are shown.
_FRAGMENT = 19
_ENDS = {
    outcomes.REPAIRED: "A: Promise REPAIRED",
    outcomes.TIMEOUT: "A: Promise TIMED-OUT",
    outcomes.WARNED: "A: Promise NOT KEPT!",
    outcomes.FAILED: "A: Promise NOT KEPT!",
    outcomes.INTERRUPTED: "A: Promise NOT KEPT!",
    outcomes.DENIED: "A: Promise NOT KEPT - denied",
    outcomes.NOOP: "A: Promise was KEPT",
    outcomes.KEPT: "A: Promise was KEPT",
}


class _LastPromise:
    """The promise whose start was logged last, and the arguments of its bundle."""

    __slots__ = ("arguments", "promise")

    def __init__(self) -> None:
        self.promise: ExpandedPromise | None = None
        self.arguments: Any = None


def log_promises(keep: Keep) -> Keep:
    """Wrap a function that keeps promises, to log the start and end of each."""

    def keep_and_log(context: Context, promise: ExpandedPromise) -> str:
        if promise.type in ("files", "packages", "users", "storage"):
            begin_promise(context, promise)
        if promise.type in ("vars", "meta"):
            context.log.verbose(f"V:     Computing value of '{promise.promiser}'")
        outcome = keep(context, promise)
        if promise.type not in _QUIET and outcome in _ENDS:
            context.log.verbose(_ENDS[outcome])
            name = promise.promiser
            short = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
            context.log.verbose(f"P: END {promise.type} promise ({short})")
        return outcome

    return keep_and_log


def log_edits(keep: Keep, number: int) -> Keep:
    """Wrap a function that keeps promises of an edit_line bundle, to log the start of each.

    The logged pass number is that of the promise whose file is edited.
    """

    def log_and_keep(context: Context, promise: ExpandedPromise) -> str:
        _log_promise(context, promise, number)
        return keep(context, promise)

    return log_and_keep


def begin_promise(context: Context, promise: ExpandedPromise) -> None:
    """Log the start of a promise, once; custom promise types log their own."""
    last = context.run_data.of(_LastPromise)
    if last.promise is not promise and is_built_in(promise.type):
        last.promise = promise
        _log_promise(context, promise, context.pass_number)


def _log_promise(context: Context, promise: ExpandedPromise, number: int) -> None:
    verbose = context.log.verbose
    handle = promise.handle or _identity(promise)
    verbose(f"P: {_DOTS}")
    verbose(f"P: BEGIN promise '{handle}' of type \"{promise.type}\" (pass {number})")
    shown = _shortened(promise.promiser)[: 2 * _FRAGMENT + 2]
    verbose(f"P:    Promiser/affected object: '{shown}'")
    arguments = context.run_data.of(_LastPromise).arguments
    if arguments:
        verbose(
            f"P:    From parameterized bundle: {promise.bundle.name}({format_value(arguments)})"
        )
    else:
        verbose(f"P:    Part of bundle: {promise.bundle.name}")
    guard = promise.origin.guard
    verbose(f"P:    Base context class: {guard if isinstance(guard, str) else guard[1]}")
    for word in ("if", "ifvarclass", "unless"):
        if word in promise.attributes:
            shown = "unless" if word == "unless" else "if"
            verbose(f'P:    "{shown}" class condition: {format_value(promise.attributes[word])}')
            break
    verbose(f"P:    Stack path: {stack_path(context, promise)}")
    if promise.comment:
        comment = context.expand(promise.comment)
        for reference in ("$(this.promiser)", "${this.promiser}"):
            comment = comment.replace(reference, promise.promiser)
        verbose("P:")
        verbose(f"P:    Comment:  {comment}")


def begin_section(context: Context, type_: str, number: int) -> None:
    """Log that the variables or classes of a bundle are evaluated."""
    words = {"vars": "V: {}", "classes": "C: {}"}
    if type_ in words:
        what = "variables" if type_ == "vars" else "classes / conditions"
        context.log.verbose(words[type_].format(_DOTS))
        context.log.verbose(words[type_].format(f"BEGIN {what} (pass {number})"))


def begin_bundle(context: Context, bundle: Bundle, arguments: Sequence[object]) -> None:
    """Log that a bundle begins."""
    context.run_data.of(_LastPromise).arguments = arguments
    shown = f"{bundle.name}({format_value(arguments)})" if arguments else bundle.name
    for line in (_STARS, f"B: BEGIN bundle {shown}", _STARS):
        context.log.verbose(line)


def end_bundle(context: Context, bundle: Bundle) -> None:
    """Log that a bundle ends; its arguments and those of its caller are no longer shown.

    The reference remembers one list of arguments, not one per call.
    """
    context.run_data.of(_LastPromise).arguments = ()
    for line in (_STARS, f"B: END bundle {bundle.name}", _STARS):
        context.log.verbose(line)


def run_with_counts(context: Context, bundle: Bundle, run: Callable[[Context, Bundle], str]) -> str:
    """Run the passes of a bundle and log how many promises were kept."""
    verbose = context.log.verbose
    before = dict(context.counts)
    result = run(context, bundle)
    kept, repaired, failed = (
        context.counts[word] - before[word] for word in ("kept", "repaired", "failed")
    )
    verbose("A: ...................................................")
    verbose(f"A: Bundle Accounting Summary for '{bundle.name}' in namespace {bundle.namespace}")
    if kept + repaired + failed:
        verbose(f"A: Promises kept in '{bundle.name}' = {kept}")
        verbose(f"A: Promises not kept in '{bundle.name}' = {failed}")
        verbose(f"A: Promises repaired in '{bundle.name}' = {repaired}")
        share = (kept + repaired) * 100 / (kept + repaired + failed)
        verbose(
            f"A: Aggregate compliance (promises kept/repaired) for bundle '{bundle.name}' = "
            f"{share:.1f}%"
        )
    else:
        verbose(f"A: Zero promises executed for bundle '{bundle.name}'")
    verbose("A: ...................................................")
    return result


def stack_path(context: Context, promise: ExpandedPromise) -> str:
    """Return the path of calls from the first bundle to a promise."""
    frames: list[Frame] = []
    frame = context.frame
    while frame is not None:
        frames.append(frame)
        frame = frame.caller
    path = ""
    for each in reversed(frames):
        path += f"/{each.bundle.namespace}/{each.bundle.name}"
        at_work = promise if each is frames[0] else each.promise
        if at_work is not None:
            path += f"/{at_work.type}/'{_shortened(at_work.promiser)}'"
    return f"{path}[{frames[0].round if frames else 1}]"


def _shortened(promiser: str) -> str:
    """Shorten a promiser of several lines to parts of its first and last line."""
    first, newline, rest = promiser.translate(_UNMANGLED).partition("\n")
    if not newline:
        return first
    return f"{first[:_FRAGMENT]}...{rest.rpartition(chr(10))[2][-_FRAGMENT:]}"


def _identity(promise: ExpandedPromise) -> str:
    from duckrow.cfengine.evaluation.classes.table import canonify

    file = canonify(promise.file.rpartition("/")[2])
    return f"promise_{file}_{promise.line}"
