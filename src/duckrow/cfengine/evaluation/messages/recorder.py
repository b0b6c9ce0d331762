"""Record the steps of a run, for --explain and for the report: what happened, when and why.

A step has the outcome of a promise, its messages and its duration; for a skipped promise also the
reason: its class guard, a condition, a promise that it waits for, a lock, or an unknown variable.
--explain needs every step, the report only those of promises about the host. cf-agent stores no
report, so it records nothing without --explain.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import KEPT, NOOP, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle, Promise

    Act = Callable[[Context, ExpandedPromise], str]

# Promises that define variables and classes, and change nothing on the host.
DEFINITIONS = frozenset(("vars", "meta", "defaults", "classes"))


class Step:
    """One promise in one round of one pass, or the start of a bundle (with type "")."""

    __slots__ = (
        "bundle", "depth", "file", "line", "makes", "messages", "origin", "outcome", "pass_number",
        "promiser", "seconds", "type", "why",
    )  # fmt: skip

    def __init__(self, bundle: Bundle, depth: int, pass_number: int) -> None:
        self.bundle = bundle
        self.depth = depth
        # 0 while variables are resolved before or between passes.
        self.pass_number = pass_number
        self.type = ""
        self.promiser = ""
        self.file = bundle.file
        self.line = bundle.line
        self.origin: Promise | None = None
        self.outcome = ""
        self.why = ""
        self.messages: list[str] = []
        self.seconds = 0.0
        # The variables and classes that the promise defined.
        self.makes: dict[str, None] = {}


class Recorder:
    """Records the steps of a run."""

    __slots__ = (
        "_current",
        "_depth",
        "_is_resolving",
        "_origin",
        "_pass_number",
        "explains",
        "steps",
    )

    def __init__(self, *, explains: bool) -> None:
        # Whether steps that only define variables and classes are recorded too.
        self.explains = explains
        self.steps: list[Step] = []
        self._current: Step | None = None
        self._origin: Promise | None = None
        self._depth = 0
        self._is_resolving = False
        self._pass_number = 0

    def run_bundle(
        self, context: Context, bundle: Bundle, run: Callable[[Context, Bundle], str]
    ) -> str:
        """Run the passes of a bundle and record their start."""
        step = Step(bundle, self._depth, 0)
        frame = context.frame
        caller = None if frame is None or frame.caller is None else frame.caller.promise
        if caller is None:
            step.why = "the bundlesequence names it"
        else:
            step.why = f"{caller.type} at {caller.file}:{caller.line} calls it"
        self.steps.append(step)
        outer = self._current, self._origin, self._is_resolving
        self._current, self._origin, self._is_resolving = None, None, False
        self._depth += 1
        try:
            return run(context, bundle)
        finally:
            self._depth -= 1
            self._current, self._origin, self._is_resolving = outer

    def resolve(self, context: Context, promise: Promise, act: Act) -> str:
        """Resolve a variable or a class, and record the definitions."""
        if not self.explains:
            return expand_promise(context, promise, act)
        outer, count = self._is_resolving, len(self.steps)
        self._is_resolving = True
        try:
            return self.expand(context, promise, act)
        finally:
            self._is_resolving = outer
            self.steps[count:] = [each for each in self.steps[count:] if each.makes]

    def expand(self, context: Context, promise: Promise, act: Act) -> str:
        """Keep a promise in all its rounds, and record each round."""
        if not self.explains and promise.type in DEFINITIONS:
            return expand_promise(context, promise, act)
        outer = self._current, self._origin, self._pass_number
        # A bundle that a round calls counts its own passes.
        self._current, self._origin, self._pass_number = None, promise, context.pass_number
        count = len(self.steps)
        try:
            if promise.guard != ANY and not context.is_defined(promise.guard):
                self._add_skipped(None, f"its class guard {promise.guard} is false")
                return SKIPPED
            result = expand_promise(context, promise, self._recording(act))
            if len(self.steps) == count:
                self._add_skipped(None, "there is nothing to do")
            return result
        finally:
            self._current, self._origin, self._pass_number = outer

    def _recording(self, act: Act) -> Act:
        def keep(context: Context, promise: ExpandedPromise) -> str:
            step = self._begin(promise.origin, promise.promiser)
            self._current = step
            start = perf_counter()
            result = outcome = act(context, promise)
            step.seconds = perf_counter() - start
            if outcome == NOOP:
                outcome = SKIPPED if step.why else KEPT
            step.outcome = outcome
            self._current = None
            return result

        return keep

    def _begin(self, origin: Promise, promiser: str) -> Step:
        step = Step(origin.bundle, self._depth, 0 if self._is_resolving else self._pass_number)
        step.type, step.promiser, step.line = origin.type, promiser, origin.line
        step.origin = origin
        self.steps.append(step)
        return step

    def skip(self, context: Context, why: str) -> None:
        """Record why the current promise is skipped."""
        frame = context.frame
        # Edits of a file are part of the promise about that file.
        if self._origin is None or frame is None or frame.origin is not self._origin:
            return
        if self._current is not None:
            self._current.why = why
        else:
            expanded = frame.promise
            is_filled = expanded is not None and expanded.origin is self._origin
            self._add_skipped(expanded.promiser if expanded and is_filled else None, why)

    def _add_skipped(self, promiser: str | None, why: str) -> None:
        assert self._origin is not None
        step = self._begin(self._origin, promiser or self._origin.promiser)
        step.outcome, step.why = SKIPPED, why

    @property
    def location(self) -> tuple[str | None, int | None]:
        """Return the file and line of the current promise."""
        step = self._current
        return (None, None) if step is None else (step.file, step.line)

    def add_message(self, message: str) -> None:
        """Add a log message to the current promise."""
        if self._current is not None:
            self._current.messages.append(message)

    def record_class(self, name: str) -> None:
        """Record that a class was defined."""
        if self._current is not None:
            self._current.makes.setdefault(name)

    def record_variable(self, name: str) -> None:
        """Record that a variable got a new value."""
        step = self._current
        # A bundle call sets the parameters of that bundle.
        if step is not None and step.type not in ("methods", "services"):
            step.makes.setdefault(f"$({name})")
