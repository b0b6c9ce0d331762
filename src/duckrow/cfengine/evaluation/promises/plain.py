"""Keep the commonest promises without the general steps of expand.py.

They have no body, no condition and no function call:

    vars:     "a[$(x)][$(y)]" string => "$(x)-$(y)";
    classes:  "c" expression => "linux.!other";
    reports:  "$(x) and $(y)";
    insert_lines, delete_lines:  "$(x) and $(y)";

The general steps cost 10 to 15 microseconds for such a promise and 5 to 8 for each round of its
iteration; these cost about a quarter. They do the same, and leave a promise to the general steps,
before anything is done, where a variable is unknown or a value may be expanded again.
"""

from __future__ import annotations

from _operator import itemgetter
from itertools import product

from duckrow.cfengine.evaluation.classes.table import DEFAULT, LONGEST_CLASS, Class
from duckrow.cfengine.evaluation.promises.expand import expand_evaluated
from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
from duckrow.cfengine.evaluation.promises.iterate import elements_of
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.promises.promise_bodies import Plan, defaults_for
from duckrow.cfengine.evaluation.promises.unchanged import OLD, UNVERSIONED, is_unchanged
from duckrow.cfengine.evaluation.variables.keep_vars import TAGS, log_container_element
from duckrow.cfengine.evaluation.variables.names import SPECIAL_THIS, index_text, read_name
from duckrow.cfengine.evaluation.variables.strings import compile_text, is_balanced
from duckrow.cfengine.evaluation.variables.table import ITERABLE, Variable
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import NOOP, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Promise

    Act = Callable[[Context, ExpandedPromise], str]
    # The elements or the text of each reference, and the variable that it is about.
    Choices = tuple[list[list[str]], list[tuple[str, Variable | None]]]

# For sections whose promises are all kept as usual: no verbose log, no recorder, no simulation.


def keep_promise(context: Context, promise: Promise, act: Act, *, notes: bool = True) -> str:
    """Keep a promise in all its rounds and return the worst outcome, as `expand_promise` does."""
    plan = promise.plan
    if plan is not None and plan.last_inputs is not None and is_unchanged(context, promise, plan):
        return SKIPPED
    if promise.guard != ANY and not context.evaluate_class_expression(promise.guard):
        return SKIPPED
    context.evaluations += 1
    if plan is None:
        plan = promise.plan = Plan()
        plan.plain = find_plain(context, promise)
        plan.can_skip, plan.base = plan.plain is not None, promise.promiser.partition("[")[0]
    if plan.plain is not None:
        outcome: str | None = plan.plain.keep(context, promise, plan, act)
        if outcome is not None:
            return outcome
    return expand_evaluated(context, promise, act, notes=notes)


def find_plain(context: Context, promise: Promise) -> _Plain | None:
    """Return how to keep a promise without the general steps, or None."""
    attributes = promise.attributes
    kind = _KINDS.get((promise.type, attributes[0].name if len(attributes) == 1 else ""))
    if (
        kind is None
        or (attributes and (attributes[0].guard != ANY or type(attributes[0].value) is not str))
        or len(attributes) > 1
        or promise.promisee is not None
        or promise.bundle.namespace != DEFAULT
        or "@" in promise.promiser
        or (attributes and "@" in attributes[0].value)
        or defaults_for(context, promise)
    ):
        return None
    try:
        return kind(promise)
    except _NotPlainError:
        return None


class _NotPlainError(Exception):
    pass


class _Plain:
    """How to keep one promise."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        # The variables that the promise mentions, in the order of iteration.
        self.names: list[str] = []

    def keep(self, context: Context, promise: Promise, plan: Plan, act: Act) -> str | None:
        """Keep the promise; return None, without having done anything, if this cannot do it."""
        raise NotImplementedError

    def collect(self, text: str) -> list[str | int]:
        """Return the parts of a string; a reference is the number of its name."""
        found: list[str | int] = []
        for part in compile_text(text) or (text,):
            if isinstance(part, str):
                if "$" in part:
                    raise _NotPlainError  # it may become a reference with the text behind it
                found.append(part)
                continue
            name = part.name
            if not name or not is_balanced(name) or name.startswith("this."):
                raise _NotPlainError
            reference = read_name(name)
            if reference.scope in UNVERSIONED or reference.name in SPECIAL_THIS:
                raise _NotPlainError
            if name in self.names:
                found.append(self.names.index(name))
                continue
            found.append(len(self.names))
            self.names.append(name)
        return found

    def choices(self, context: Context, refused: str = "$@") -> Choices | None:
        """Return the values of all variables; None if one is unknown or has a refused letter."""
        found: list[list[str]] = []
        seen: list[tuple[str, Variable | None]] = []
        for name in self.names:
            variable = context.variable(name)
            if variable is None:
                return None
            value: Any = variable.value
            if variable.kind in ITERABLE:
                values = elements_of(variable)
            else:
                values = [value]
            for each in values:
                if type(each) is not str:
                    return None
                for letter in refused:
                    if letter in each:
                        return None
            found.append(values)
            seen.append((name, variable))
        return found, seen


class _PlainVariable(_Plain):
    """A variable with one string; `indices` and `value` make strings from values of variables."""

    __slots__ = ("base", "key", "value")

    def __init__(self, promise: Promise) -> None:
        self.names = []
        promiser = promise.promiser
        base = self.base = promiser.partition("[")[0]
        if not base.isidentifier():
            raise _NotPlainError
        # The key of a variable without indices is its name.
        self.key: Callable[[tuple[str, ...]], Any] | None = None
        if len(base) < len(promiser):
            self.key = _key(base, _indices(self.collect(promiser[len(base) :])))
        text: str = promise.attributes[0].value
        self.value = _filled(self.collect(text)) if "$" in text else None
        for name in self.names:
            if read_name(name).name == base:
                raise _NotPlainError  # the variable may mention itself

    def keep(self, context: Context, promise: Promise, plan: Plan, _act: Act) -> str | None:
        """Set the variable, or the element of an array for each round."""
        if context.this is not None:
            return None
        seen: list[tuple[str, Variable | None]] = []
        rounds: Iterable[tuple[str, ...]] = ((),)
        if self.names:
            found = self.choices(context)
            if found is None:
                return None
            values, seen = found
            if self.key is not None and not all(map(_are_indices, values)):
                return None
            rounds = product(*values)
        bundle = promise.bundle
        namespace, scope = bundle.namespace, bundle.name
        variables, base, make_key, make_value = context.variables, self.base, self.key, self.value
        table = variables.table(namespace, scope) or {}
        if make_key is not None and base in table and table[base].kind == "data":
            return None
        epoch, line_count = context.epoch, context.log.line_count
        text: str = promise.attributes[0].value
        outcome = SKIPPED
        for texts in rounds:
            outcome = NOOP
            value = text if make_value is None else make_value(texts)
            key = base if make_key is None else make_key(texts)
            before = table.get(key)
            if before is None:
                variables.put(namespace, scope, key, Variable(value, "string", TAGS, None, promise))
                if not table:
                    table = variables.table(namespace, scope) or {}
            elif before.kind == "string" and before.value == value:
                before.tags, before.comment, before.promise = TAGS, None, promise
            elif make_key is not None and before.kind == "data":
                log_container_element(context, index_text(key), base)
            else:
                variables.put(namespace, scope, key, Variable(value, "string", TAGS, None, promise))
        place = namespace, scope, base
        is_only_writer = outcome == SKIPPED or context.note_writer(place, promise)
        if context.epoch == epoch and context.log.line_count == line_count:
            plan.last_inputs = epoch, seen
            plan.last_version = variables.version if is_only_writer else OLD
        return outcome


class _PlainClass(_Plain):
    """A class with one expression that mentions no variable."""

    __slots__ = ()

    def __init__(self, promise: Promise) -> None:
        self.names = []
        name = promise.promiser
        if not (name.isidentifier() and name.isascii() and len(name) < LONGEST_CLASS):
            raise _NotPlainError
        if "$" in promise.attributes[0].value:
            raise _NotPlainError

    def keep(self, context: Context, promise: Promise, plan: Plan, _act: Act) -> str | None:
        """Define the class if its expression is true."""
        if context.abort_patterns or context.abort_bundle_patterns or context.frame is None:
            return None
        epoch, line_count = context.epoch, context.log.line_count
        name, outcome = promise.promiser, NOOP
        if context.is_class(name):
            outcome = SKIPPED
        elif context.evaluate_class_expression(promise.attributes[0].value):
            is_local = promise.bundle.kind != "common"
            found = Class(name, DEFAULT, "bundle" if is_local else "namespace", TAGS)
            context.add_class(found, is_local=is_local)
        if context.epoch == epoch and context.log.line_count == line_count:
            plan.last_inputs = epoch, ()
            plan.last_version = context.variables.version
        return outcome


class PlainPromiser(_Plain):
    """A promise without attributes, such as a report or a line to insert."""

    __slots__ = ("text",)

    def __init__(self, promise: Promise) -> None:
        self.names = []
        self.text = _filled(self.collect(promise.promiser))

    def keep(self, context: Context, promise: Promise, plan: Plan, act: Act) -> str | None:
        """Keep the promise of each round."""
        frame = context.frame
        found = self.choices(context, "")
        if found is None or frame is None:
            return None
        values, seen = found
        version = context.variables.version
        epoch, line_count = context.epoch, context.log.line_count
        before = context.this, context.match, frame.promise, frame.origin
        this: dict[Any, Variable] = {}
        context.this, context.match, frame.origin = this, {}, promise
        outcome = SKIPPED
        try:
            for texts in product(*values):
                text = self.text(texts)
                frame.promise = expanded = ExpandedPromise(promise, text, {})
                this["promiser"] = Variable(text)
                outcome = worst_outcome(outcome, act(context, expanded))
        finally:
            context.this, context.match, frame.promise, frame.origin = before
            if plan.can_skip and context.epoch == epoch and context.log.line_count == line_count:
                plan.last_inputs = epoch, seen
                plan.last_version = version
        return outcome


_KINDS: dict[tuple[str, str], type[_PlainVariable | _PlainClass | PlainPromiser]] = {
    ("vars", "string"): _PlainVariable,
    ("classes", "expression"): _PlainClass,
    ("reports", ""): PlainPromiser,
    ("insert_lines", ""): PlainPromiser,
    ("delete_lines", ""): PlainPromiser,
}


def _filled(parts: list[str | int]) -> Callable[[tuple[str, ...]], str]:
    """Return a function that makes a string from the values of its references."""
    numbers: list[int] = []
    # One formatting operator is twice as fast as a join of the parts.
    form = ""
    for each in parts:
        if isinstance(each, int):
            numbers.append(each)
            form += "%s"
        else:
            form += each.replace("%", "%%")
    if not numbers:
        text = form % ()
        return lambda _: text
    number = numbers[0]
    if len(parts) == 1:
        return itemgetter(number)
    if len(numbers) == 1:
        return lambda texts: form % texts[number]
    chosen = itemgetter(*numbers)
    return lambda texts: form % chosen(texts)


def _indices(parts: list[str | int]) -> list[list[str | int]]:
    """Split the parts of `[a][$(b)c]` into those of each index."""
    whole = "".join(["\0" if isinstance(each, int) else each for each in parts])
    numbers = iter([each for each in parts if isinstance(each, int)])
    found: list[list[str | int]] = []
    for index in whole[1:-1].split("]["):
        if not index or "[" in index or "]" in index or not whole.endswith("]"):
            raise _NotPlainError
        inside: list[str | int] = []
        for at, text in enumerate(index.split("\0")):
            inside += [next(numbers), text] if at else [text]
        found.append([each for each in inside if each != ""])
    return found


def _key(base: str, indices: list[list[str | int]]) -> Callable[[tuple[str, ...]], Any]:
    """Return a function that makes the key of an array element."""
    if all(len(each) == 1 and isinstance(each[0], int) for each in indices):
        head, numbers = (base,), [int(each[0]) for each in indices]
        if len(numbers) > 1:
            chosen = itemgetter(*numbers)
            return lambda texts: head + chosen(texts)
    makers = [_filled(each) for each in indices]
    return lambda texts: (base, *[make(texts) for make in makers])


def _are_indices(texts: list[str]) -> bool:
    """Return whether each text can be the whole index of an array, or a part of it."""
    return all(each and "[" not in each and "]" not in each for each in texts)
