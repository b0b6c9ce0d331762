"""What --verbose tells of bundles and promises: where each begins, and how it ends.

Nothing of this is written, or costs anything, below that level.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.written import written
from duckrow.cfengine.values import outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.frames import Frame
    from duckrow.cfengine.policy.model import Bundle

    Keep = Callable[[Context, Actual], str]

_STARS = "B: " + "*" * 65
_DOTS = "." * 57
_LONGEST = 30
_QUIET = frozenset(("vars", "classes", "meta", "defaults"))
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


def narrated(keep: Keep) -> Keep:
    """Make a way of keeping promises that tells of each."""

    def keep_and_tell(context: Context, promise: Actual) -> str:
        if promise.type in ("files", "packages", "users", "storage"):
            begin_promise(context, promise)
        outcome = keep(context, promise)
        if promise.type not in _QUIET and outcome in _ENDS:
            context.log.verbose(_ENDS[outcome])
            name = promise.promiser
            short = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
            context.log.verbose(f"P: END {promise.type} promise ({short})")
        return outcome

    return keep_and_tell


def begin_promise(context: Context, promise: Actual) -> None:
    """Tell which promise is being kept, once for each."""
    if context.memory.get("told promise") is promise:
        return
    context.memory["told promise"] = promise
    say = context.log.verbose
    handle = promise.handle or _identity(promise)
    say(f"P: {_DOTS}")
    say(f"P: BEGIN promise '{handle}' of type \"{promise.type}\" (pass {context.pass_number})")
    say(f"P:    Promiser/affected object: '{promise.promiser}'")
    frame = context.frame
    if frame is not None and frame.arguments:
        say(f"P:    From parameterized bundle: {promise.bundle.name}({written(frame.arguments)})")
    else:
        say(f"P:    Part of bundle: {promise.bundle.name}")
    guard = promise.origin.guard
    say(f"P:    Base context class: {guard if isinstance(guard, str) else guard[1]}")
    for word in ("if", "ifvarclass", "unless"):
        if word in promise.attributes:
            shown = "unless" if word == "unless" else "if"
            say(f'P:    "{shown}" class condition: {written(promise.attributes[word])}')
            break
    say(f"P:    Stack path: {stack_path(context, promise)}")
    if promise.comment:
        comment = context.expand(promise.comment)
        for reference in ("$(this.promiser)", "${this.promiser}"):
            comment = comment.replace(reference, promise.promiser)
        say("P:")
        say(f"P:    Comment:  {comment}")


def told_bundle(context: Context, bundle: Bundle, run: Callable[[Context, Bundle], str]) -> str:
    """Run a bundle and tell where it begins, where it ends, and what came of it."""
    say = context.log.verbose
    frame = context.frame
    arguments = [] if frame is None else frame.arguments
    shown = f"{bundle.name}({written(arguments)})" if arguments else bundle.name
    for line in (_STARS, f"B: BEGIN bundle {shown}", _STARS):
        say(line)
    before = dict(context.counts)
    result = run(context, bundle)
    kept, repaired, failed = (
        context.counts[word] - before[word] for word in ("kept", "repaired", "failed")
    )
    say("A: ...................................................")
    say(f"A: Bundle Accounting Summary for '{bundle.name}' in namespace {bundle.namespace}")
    if kept + repaired + failed:
        say(f"A: Promises kept in '{bundle.name}' = {kept}")
        say(f"A: Promises not kept in '{bundle.name}' = {failed}")
        say(f"A: Promises repaired in '{bundle.name}' = {repaired}")
        share = (kept + repaired) * 100 / (kept + repaired + failed)
        say(
            f"A: Aggregate compliance (promises kept/repaired) for bundle '{bundle.name}' = "
            f"{share:.1f}%"
        )
    else:
        say(f"A: Zero promises executed for bundle '{bundle.name}'")
    say("A: ...................................................")
    for line in (_STARS, f"B: END bundle {bundle.name}", _STARS):
        say(line)
    return result


def stack_path(context: Context, promise: Actual) -> str:
    """Give the way from the first bundle to a promise."""
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
            path += f"/{at_work.type}/'{at_work.promiser}'"
    return f"{path}[1]"


def _identity(promise: Actual) -> str:
    from duckrow.cfengine.evaluation.classes import canonify

    file = canonify(promise.file.rpartition("/")[2])
    return f"promise_{file}_{promise.line}"
