"""Record the steps of a run, for --explain and for the report: what happened, when and why.

A step has the outcome of a promise, its messages and its duration; for a skipped promise also the
reason: its class guard, a condition, a promise that it waits for, a lock, or an unknown variable.
--explain and `duckrow explain` need every step, and every class and variable that changes; the
report needs only the steps of promises about the host. cf-agent stores a report only where it is
asked to, and records nothing otherwise.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.evaluation.promises.locks import DONE
from duckrow.cfengine.evaluation.promises.unchanged import is_unchanged
from duckrow.cfengine.evaluation.variables.names import index_text
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import KEPT, NOOP, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.cfengine.evaluation.classes.table import Class
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.policy.model import Bundle, Promise

    Act = Callable[[Context, ExpandedPromise], str]

# Promises that define variables and classes, and change nothing on the host.
DEFINITIONS = frozenset(("vars", "meta", "defaults", "classes"))
# Kinds of bundles whose promises are parts of a promise about a file.
EDITS = ("edit_line", "edit_xml")
# What happens to a class or a variable.
DEFINED, CANCELLED, SET = "defined", "cancelled", "set"
# The inputs of a promise whose class guard is false.
_GUARDED = object()
# The outcome of a bundle that a class of abortbundleclasses ended.
ABORTED = "aborted"


class Step:
    """One promise in one round of one pass.

    `call` is the number of the start of its bundle, or 0 outside of all calls. For a skipped
    promise, `cause` is the reason in one word and `about` the class expression, handle, variable or
    function that it is about.
    """

    __slots__ = (
        "about", "call", "cause", "depth", "handle", "makes", "messages", "number", "only_warns",
        "origin", "outcome", "pass_number", "promiser", "seconds", "why",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        call: int,
        depth: int,
        pass_number: int,
        origin: Promise | None,
        promiser: str,
    ) -> None:
        self.number = number
        self.call = call
        self.depth = depth
        # 0 while variables are resolved before or between passes.
        self.pass_number = pass_number
        self.origin = origin
        self.promiser = promiser
        self.outcome = self.why = self.cause = self.about = ""
        # The handle of an evaluated promise, with the values of its variables.
        self.handle: object = None
        # Whether action_policy asks for the warning.
        self.only_warns = False
        self.seconds = 0.0
        self.messages: Sequence[str] = ()
        # The variables and classes that the promise defined.
        self.makes: Sequence[str] = ()

    @property
    def type(self) -> str:
        """Return the type of the promise, or "" for the start of a bundle."""
        return "" if self.origin is None else self.origin.type

    @property
    def bundle(self) -> Bundle:
        """Return the bundle of the promise."""
        assert self.origin is not None
        return self.origin.bundle

    @property
    def file(self) -> str:
        """Return the file of the promise."""
        return self.bundle.file

    @property
    def line(self) -> int:
        """Return the line of the promise."""
        return self.bundle.line if self.origin is None else self.origin.line

    def add_made(self, name: str) -> None:
        """Add a variable or class that the promise defined."""
        if name not in self.makes:
            self.makes = (*self.makes, name)


class Start(Step):
    """The start of a bundle, whose number identifies the call.

    `about` is the class that ended an aborted bundle.
    """

    __slots__ = ("_bundle", "arguments", "caller", "inherits")

    def __init__(self, number: int, call: int, depth: int, bundle: Bundle) -> None:
        super().__init__(number, call, depth, 0, None, "")
        self._bundle = bundle
        # The number of the calling step.
        self.caller = 0
        self.arguments: dict[str, Variable] = {}
        # Whether it sees the classes of its caller.
        self.inherits = False

    @property
    def bundle(self) -> Bundle:
        """Return the bundle that starts."""
        return self._bundle


class Repetition:
    """Promises of a pass one after the other for which nothing changed since an earlier one.

    They have the numbers from `first` to `end`, one for each of the steps that they repeat.
    """

    __slots__ = ("call", "depth", "end", "first", "pass_number", "steps")

    def __init__(self, first: int, call: int, depth: int, pass_number: int) -> None:
        self.first = first
        self.end = first - 1
        self.call = call
        self.depth = depth
        self.pass_number = pass_number
        self.steps: list[Step] = []


class Change:
    """A class that was defined or cancelled, or a variable that got a value.

    `scope` is that of the class, or the bundle of the variable. `promise` made the change, in the
    step with the number `step`; both are unknown for a change before all bundles.
    """

    __slots__ = (
        "call", "kind", "name", "namespace", "number", "pass_number", "promise", "scope", "step",
        "tags", "variable",
    )  # fmt: skip

    def __init__(self, kind: str, namespace: str, scope: str, name: str) -> None:
        self.kind = kind
        self.namespace = namespace
        self.scope = scope
        self.name = name
        self.number = 0
        self.call = 0
        self.step = 0
        self.pass_number = 0
        self.tags: tuple[str, ...] = ()
        # What a variable is from now on.
        self.variable: Variable | None = None
        self.promise: Promise | None = None


class Recorder:
    """Records the steps of a run; `changes` and steps have one sequence of numbers."""

    __slots__ = (
        "_acts",
        "_call",
        "_current",
        "_depth",
        "_is_resolving",
        "_last",
        "_number",
        "_origin",
        "_pass_number",
        "_repetition",
        "_reported",
        "abort_class",
        "changes",
        "context",
        "error",
        "explains",
        "repetitions",
        "sequence",
        "steps",
        "unmade",
    )

    def __init__(self, *, explains: bool) -> None:
        # Whether steps that only define variables and classes are recorded too.
        self.explains = explains
        self.steps: list[Step] = []
        self.changes: list[Change] = []
        # The last steps of promises in common bundles that defined nothing yet, by promise.
        self.unmade: dict[int, list[Step]] = {}
        # The context of the run that is recorded.
        self.context: Context | None = None
        # The bundles of the bundlesequence; None if the run ended before it.
        self.sequence: list[Bundle] | None = None
        # What ended the run or the last bundle before their ends: a class, or a fatal error.
        self.abort_class = ""
        self.error = ""
        # The functions that keep promises, and those that record it, too.
        self._acts: dict[Act, Act] = {}
        self._number = 0
        self._call = 0
        self._current: Step | None = None
        # The current promise of a report: edits are part of the promise about the file.
        self._reported: Step | None = None
        self._origin: Promise | None = None
        self._depth = 0
        self._is_resolving = False
        self._pass_number = 0
        self._repetition: Repetition | None = None
        # The inputs and the steps of the last evaluation of each promise, by its id.
        self._last: dict[int, tuple[object, list[Step]]] = {}
        # Promises one after the other that did the same in a later pass.
        self.repetitions: list[Repetition] = []

    def begin(self, context: Context) -> None:
        """Take the context of the run, before anything is read."""
        self.context = context

    def finish(self) -> None:
        """Do nothing more: the run is over, and its state and copies of files are still there."""

    def run_bundle(
        self, context: Context, bundle: Bundle, run: Callable[[Context, Bundle], str]
    ) -> str:
        """Run the passes of a bundle and record their start."""
        self._number += 1
        step = Start(self._number, self._call, self._depth, bundle)
        self.steps.append(step)
        frame = context.frame
        caller = None if frame is None or frame.caller is None else frame.caller.promise
        if caller is None:
            step.why = "the bundlesequence names it"
        else:
            step.why = f"{caller.type} at {caller.file}:{caller.line} calls it"
        step.caller = 0 if self._current is None else self._current.number
        if self.explains:
            step.inherits = frame is not None and frame.inherits
            step.arguments = _arguments(context, bundle)
        outer = self._current, self._origin, self._is_resolving, self._call
        reported = self._reported
        self._current, self._origin, self._is_resolving = None, None, False
        if bundle.kind not in EDITS:
            self._reported = None
        self._call = step.number
        self._depth += 1
        try:
            return run(context, bundle)
        finally:
            self._depth -= 1
            self._current, self._origin, self._is_resolving, self._call = outer
            self._reported = reported
            if frame is not None and frame.is_aborted:
                step.outcome, step.about = ABORTED, self.abort_class

    def resolve(self, context: Context, promise: Promise, act: Act) -> str:
        """Resolve a variable or a class, and record the definitions."""
        if not self.explains:
            return expand_promise(context, promise, act)
        if _is_unchanged(context, promise):
            return SKIPPED
        outer, count = self._is_resolving, len(self.steps)
        self._is_resolving = True
        try:
            return self.expand(context, promise, act)
        finally:
            self._is_resolving = outer
            steps = self.steps[count:]
            made = [each for each in steps if each.makes]
            if len(made) < len(steps):
                self.steps[count:] = made
                if promise.bundle.kind == "common" and not made:
                    self.unmade[id(promise)] = steps

    def expand(self, context: Context, promise: Promise, act: Act) -> str:
        """Keep a promise in all its rounds, and record each round."""
        explains = self.explains
        if not explains and promise.type in DEFINITIONS:
            return expand_promise(context, promise, act)
        key, plan = id(promise), promise.plan
        is_guarded = promise.guard != ANY and not context.is_defined(promise.guard)
        if explains:
            last = self._last.get(key)
            if is_guarded:
                if last is not None and last[0] is _GUARDED:
                    self._repeat(context, last[1])
                    return SKIPPED
            elif plan is not None and plan.last_inputs is not None:
                if not is_unchanged(context, promise, plan):
                    pass
                elif last is not None and last[0] is plan.last_inputs:
                    self._repeat(context, last[1])
                    return SKIPPED
                else:  # it was evaluated to check it, which nobody recorded
                    plan.last_inputs = None
        steps = self.steps
        count = len(steps)
        outer = self._current, self._origin, self._pass_number
        # A bundle that a round calls counts its own passes.
        self._current, self._origin, self._pass_number = None, promise, context.pass_number
        try:
            if is_guarded:
                why = f"its class guard {promise.guard} is false"
                self._add_skipped(None, why, "guard", promise.guard)
                return SKIPPED
            result = expand_promise(context, promise, self._recording(act))
            if len(steps) == count:
                self._add_skipped(None, "there is nothing to do", "", "")
            return result
        finally:
            self._current, self._origin, self._pass_number = outer
            if explains:
                made = steps[count:]
                if len(made) > 1:  # not those of bundles that it called
                    made = [each for each in made if each.origin is promise]
                plan = promise.plan
                inputs = None if plan is None else plan.last_inputs
                self._last[key] = _GUARDED if is_guarded else inputs, made

    def _repeat(self, context: Context, steps: list[Step]) -> None:
        """Record a promise whose classes and variables are those of its last evaluation."""
        if self._is_resolving:
            return
        number, last = self._number, self._repetition
        if (
            last is None
            or last.end != number
            or last.call != self._call
            or last.pass_number != context.pass_number
        ):
            last = Repetition(number + 1, self._call, self._depth, context.pass_number)
            self._repetition = last
            self.repetitions.append(last)
        last.steps += steps
        self._number = last.end = number + len(steps)

    def all_steps(self) -> list[Step]:
        """Return all steps in order, also those of promises for which nothing had changed."""
        steps = list(self.steps)
        for each in self.repetitions:
            for number, last in enumerate(each.steps, each.first):
                place = each.call, each.depth, each.pass_number
                step = Step(number, *place, last.origin, last.promiser)
                if is_repeated(last.type, last.outcome):
                    step.outcome, step.why = last.outcome, last.why
                    step.cause, step.about = last.cause, last.about
                else:
                    step.outcome, step.why, step.cause = SKIPPED, DONE, "done"
                steps.append(step)
        steps.sort(key=_number)
        return steps

    def _recording(self, act: Act) -> Act:
        """Return a function that keeps a promise and records it."""
        found = self._acts.get(act)
        if found is not None:
            return found

        def keep(context: Context, promise: ExpandedPromise) -> str:
            step = self._begin(promise.origin, promise.promiser)
            self._current = step
            if promise.bundle.kind not in EDITS:
                self._reported = step
            start = perf_counter()
            result = outcome = act(context, promise)
            step.seconds = perf_counter() - start
            step.handle = promise.attributes.get("handle")
            if outcome == NOOP:
                outcome = SKIPPED if step.why else KEPT
            elif outcome == WARNED:
                step.only_warns = promise.only_warns
            step.outcome = outcome
            self._current = None
            if self._reported is step:
                self._reported = None
            return result

        self._acts[act] = keep
        return keep

    def _begin(self, origin: Promise, promiser: str) -> Step:
        self._number = number = self._number + 1
        pass_number = 0 if self._is_resolving else self._pass_number
        step = Step(number, self._call, self._depth, pass_number, origin, promiser)
        self.steps.append(step)
        return step

    def skip(self, context: Context, why: str, cause: str, about: str) -> None:
        """Record why the current promise is skipped."""
        frame = context.frame
        # Edits of a file are part of the promise about that file.
        if self._origin is None or frame is None or frame.origin is not self._origin:
            return
        step = self._current
        if step is not None:
            step.why, step.cause, step.about = why, cause, about
        else:
            expanded = frame.promise
            is_filled = expanded is not None and expanded.origin is self._origin
            promiser = expanded.promiser if expanded and is_filled else None
            self._add_skipped(promiser, why, cause, about)

    def _add_skipped(self, promiser: str | None, why: str, cause: str, about: str) -> None:
        assert self._origin is not None
        step = self._begin(self._origin, promiser or self._origin.promiser)
        step.outcome, step.why, step.cause, step.about = SKIPPED, why, cause, about

    @property
    def location(self) -> tuple[str | None, int | None]:
        """Return the file and line of the current promise."""
        step = self._reported
        return (None, None) if step is None else (step.file, step.line)

    def add_message(self, message: str) -> None:
        """Add a log message to the current promise."""
        if self._reported is not None:
            self._reported.messages = (*self._reported.messages, message)

    def record_class(self, context: Context, found: Class) -> None:
        """Record that a class was defined."""
        for step in (self._current, self._reported):
            if step is not None:
                step.add_made(found.name)
        if self.explains:
            change = Change(DEFINED, found.namespace, found.scope, found.name)
            change.tags = found.tags
            self._add_change(context, change)

    def record_cancelled(self, context: Context, namespace: str, name: str) -> None:
        """Record that a class was cancelled."""
        if self.explains:
            self._add_change(context, Change(CANCELLED, namespace, "", name))

    def record_variable(
        self, context: Context, name: str, place: tuple[str, str, object], variable: Variable
    ) -> None:
        """Record that a variable got a new value; `place` is its namespace, bundle and key."""
        for step in (self._current, self._reported):
            # A bundle call sets the parameters of that bundle.
            if step is not None and step.type not in ("methods", "services"):
                step.add_made(f"$({name})")
        if self.explains:
            namespace, bundle, key = place
            change = Change(SET, namespace, bundle, index_text(key))
            change.tags, change.variable = variable.tags, variable
            self._add_change(context, change)

    def _add_change(self, context: Context, change: Change) -> None:
        self._number += 1
        change.number, change.call = self._number, self._call
        frame, step = context.frame, self._current
        if frame is not None:
            change.promise = frame.origin
        if step is not None:
            # The arguments of a bundle are set before it has a promise.
            change.promise = change.promise or step.origin
            change.step, change.pass_number = step.number, step.pass_number
        self.changes.append(change)


def is_repeated(type_: str, outcome: str) -> bool:
    """Return whether a promise has its outcome again when nothing has changed.

    A variable is computed to the same value and a promise is skipped again; any other one is done.
    """
    return type_ in DEFINITIONS or outcome == SKIPPED


def _number(step: Step) -> int:
    return step.number


def _is_unchanged(context: Context, promise: Promise) -> bool:
    plan = promise.plan
    return (
        plan is not None and plan.last_inputs is not None and is_unchanged(context, promise, plan)
    )


def _arguments(context: Context, bundle: Bundle) -> dict[str, Variable]:
    table = context.variables.table(bundle.namespace, bundle.name) or {}
    return {name: table[name] for name in bundle.params if name in table}
