"""The history of a run: what was defined when, and which of it a step could see."""

from __future__ import annotations

from bisect import bisect

from duckrow.cfengine.evaluation.classes.expressions import read_expression
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.messages.recorder import CANCELLED, SET
from duckrow.cfengine.syntax.class_expressions import (
    AnyOf,
    ExpressionError,
    Name,
    Not,
    parse,
)
from duckrow.explain.answer import Place
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord, RunRecord, StepRecord
    from duckrow.cfengine.syntax.class_expressions import Node

_NAME = LazyPattern(r"[a-zA-Z0-9_:\[\]]+")
_REFERENCE = LazyPattern(r"[$@](\([^()]*\)|\{[^{}]*\})")
_CONSTANT = {"any": True, "true": True, "false": False}
_SHORT = 60


class Wish:
    """What would change the value of a class expression: a class, or all or one of some parts."""

    __slots__ = ("name", "needs_all", "parts", "should")

    def __init__(
        self,
        name: str = "",
        *,
        should: bool = True,
        parts: Sequence[Wish] = (),
        needs_all: bool = True,
    ) -> None:
        self.name = name
        # Whether the class should be defined.
        self.should = should
        self.parts = parts
        self.needs_all = needs_all

    def classes(self) -> Iterator[tuple[str, bool]]:
        """Return all classes, each with whether it should be defined."""
        if self.name:
            yield self.name, self.should
        for part in self.parts:
            yield from part.classes()


class History:
    """The record of a run, with its steps and changes by promise, call, class and variable."""

    __slots__ = (
        "_by_call", "_by_number", "_by_promise", "_calls", "_classes", "record", "variables",
    )  # fmt: skip

    def __init__(self, record: RunRecord) -> None:
        self.record = record
        self._by_number: dict[int, StepRecord] = {}
        self._by_call: dict[int, list[StepRecord]] = {}
        self._by_promise: dict[int, list[StepRecord]] = {}
        self._calls: dict[int, list[StepRecord]] = {}
        self._classes: dict[tuple[str, str], list[ChangeRecord]] = {}
        self.variables: dict[tuple[str, str, str], list[ChangeRecord]] = {}
        for step in record.steps:
            self._by_number[step.number] = step
            self._by_call.setdefault(step.call, []).append(step)
            if step.promise is None:
                self._calls.setdefault(id(step.bundle), []).append(step)
            else:
                self._by_promise.setdefault(id(step.promise), []).append(step)
        for change in record.changes:
            if change.kind == SET:
                key = (change.namespace, change.scope, change.name)
                self.variables.setdefault(key, []).append(change)
            else:
                self._classes.setdefault((change.namespace, change.name), []).append(change)

    def step(self, number: int) -> StepRecord | None:
        """Return the step of a number, or None."""
        return self._by_number.get(number)

    def steps(self, promise: PromiseOutline) -> list[StepRecord]:
        """Return the steps of a promise, in order."""
        return self._by_promise.get(id(promise), [])

    def calls(self, bundle: BundleOutline) -> list[StepRecord]:
        """Return the starts of a bundle, in order."""
        return self._calls.get(id(bundle), [])

    def steps_of_call(self, call: StepRecord) -> list[StepRecord]:
        """Return the steps of promises in the passes of a call, in order."""
        found = self._by_call.get(call.number, [])
        return [each for each in found if each.promise is not None and each.pass_number]

    def end_of_call(self, call: int) -> int:
        """Return the number of the last step of a call."""
        steps = self._by_call.get(call, ())
        return steps[-1].number if steps else 0

    # Classes

    def class_changes(self, namespace: str, name: str) -> list[ChangeRecord]:
        """Return the definitions and cancellations of a class, in order."""
        namespace, name = split_class(namespace, name)
        return self._classes.get((namespace, name), [])

    def is_class(self, name: str, step: StepRecord) -> bool:
        """Return whether a step could see a class."""
        if name in _CONSTANT:
            return _CONSTANT[name]
        namespace, bare = split_class(step.bundle.namespace, name)
        if bare in self.record.hard and (":" not in name or namespace == "default"):
            return True
        is_global, calls = False, set[int]()
        for change in self._classes.get((namespace, bare), ()):
            if change.number > step.number:
                break
            if change.kind == CANCELLED:
                is_global = False
                calls.difference_update(self._frames(change.call))
            elif change.scope == "bundle":
                calls.add(change.call)
            else:
                is_global = True
        return is_global or any(each in calls for each in self.visible_calls(step.call))

    def visible_calls(self, call: int) -> Iterator[int]:
        """Return a call, and the callers whose classes it sees."""
        while call:
            yield call
            start = self._by_number.get(call)
            if start is None or not start.inherits:
                return
            call = start.call

    def _frames(self, call: int) -> Iterator[int]:
        while call:
            yield call
            start = self._by_number.get(call)
            call = 0 if start is None else start.call

    def is_true(self, expression: str, step: StepRecord) -> bool:
        """Return whether a class expression was true at a step."""
        predicate = read_expression(expression)
        return predicate is not None and predicate(lambda name: self.is_class(name, step))

    def wish(self, expression: str, step: StepRecord, *, wanted: bool) -> Wish | None:
        """Return what would make an expression `wanted` at a step; None if it is, or is invalid."""
        if read_expression(expression) is None:
            return None
        text = "".join(expression.split())
        try:
            tree = parse(text)[0]
        except ExpressionError:
            return None
        names = iter(_NAME.findall(text))
        value, found = _wish(tree, names, lambda name: self.is_class(name, step))
        return found if value is not wanted else None

    def culprits(
        self, expression: str, step: StepRecord, *, wanted: bool
    ) -> list[tuple[str, bool]]:
        """Return the classes that keep an expression from being `wanted`, and what they should be.

        True means that the class should be defined.
        """
        found = self.wish(expression, step, wanted=wanted)
        return [] if found is None else list(dict.fromkeys(found.classes()))

    # Times

    def pass_of(self, number: int, call: int) -> int:
        """Return the pass of a call that a number of the sequence belongs to, or 0 before it."""
        steps = self._by_call.get(call, ())
        at = bisect(steps, number, key=lambda each: each.number)
        while at and not steps[at - 1].pass_number:
            at -= 1
        return steps[at - 1].pass_number if at else 0

    def when(self, change: ChangeRecord) -> str:
        """Return when a change happened, as words."""
        return self._when(change.number, change.call, change.pass_number)

    def when_step(self, step: StepRecord) -> str:
        """Return when a step happened, as words."""
        return self._when(step.number, step.call, step.pass_number)

    def _when(self, number: int, call: int, pass_number: int) -> str:
        start = self._by_number.get(call)
        if start is None:
            return "before all bundles"
        name = f"bundle {start.bundle.qualified_name}"
        if pass_number:
            return f"in pass {pass_number} of {name}"
        found = self.pass_of(number, call)
        return (
            f"after the classes of pass {found} of {name}" if found else f"before pass 1 of {name}"
        )


def _wish(node: Node, names: Iterator[str], is_class: Callable[[str], bool]) -> tuple[bool, Wish]:
    """Return the value of an expression, and what would change it."""
    if isinstance(node, Name):
        name = next(names, "")
        value = is_class(name)
        return value, Wish(name, should=not value)
    if isinstance(node, Not):
        value, found = _wish(node.inner, names, is_class)
        return not value, found
    parts = [_wish(each, names, is_class) for each in node.parts]
    decisive = isinstance(node, AnyOf)
    deciding = [found for value, found in parts if value is decisive]
    if deciding:
        return decisive, Wish(parts=deciding, needs_all=True)
    return not decisive, Wish(parts=[found for _, found in parts], needs_all=False)


def split_class(namespace: str, name: str) -> tuple[str, str]:
    """Return the namespace and the bare name of a class."""
    before, colon, bare = name.partition(":")
    return (before, canonify(bare)) if colon else (namespace, canonify(name))


def class_names(expression: str) -> list[str]:
    """Return the names of classes in an expression, or in a list of expressions."""
    return _NAME.findall(_REFERENCE.sub(" ", expression))


def matches(pattern: str, name: str) -> bool:
    """Return whether a name with $(references) may become another name."""
    if "$" not in pattern and "@" not in pattern:
        return canonify(pattern) == name
    import re

    literals = _REFERENCE.sub("\0", pattern).split("\0")
    if not any(literals):
        return False  # any name at all: that is no hint
    return (
        re.fullmatch(
            ".*".join(re.escape(canonify(each)) if each else "" for each in literals), name
        )
        is not None
    )


def title(promise: PromiseOutline) -> str:
    """Return a promise as the answers name it."""
    text = promise.promiser.partition("\n")[0]
    if len(text) > _SHORT or text != promise.promiser:
        text = f"{text[:_SHORT]}…"
    return f'{promise.type} "{text}"'


def place(item: PromiseOutline | BundleOutline) -> Place:
    """Return the place of a promise or a bundle."""
    return Place(item.file, item.line)
