"""The record of a run: the outline of the policy, the steps, and the changes.

Answers need nothing else. `stored.py` makes it from plain data.
"""

from __future__ import annotations

from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline


class StepRecord:
    """A step of a run, as the recorder has it; `promise` is None where a bundle starts."""

    __slots__ = (
        "about", "arguments", "bundle", "call", "caller", "cause", "handle", "inherits", "number",
        "only_warns", "outcome", "pass_number", "promise", "promiser", "why",
    )  # fmt: skip

    def __init__(self, number: int, call: int, bundle: BundleOutline) -> None:
        self.number = number
        self.call = call
        self.bundle = bundle
        self.promise: PromiseOutline | None = None
        self.promiser = ""
        # The handle with the values of its variables, if it has any.
        self.handle = ""
        self.pass_number = 0
        self.only_warns = False
        self.outcome = ""
        self.why = ""
        self.cause = ""
        self.about = ""
        self.caller = 0
        self.inherits = False
        self.arguments: dict[str, str] = {}


class ChangeRecord:
    """A class that was defined or cancelled, or a variable that was set.

    `scope` is that of the class (namespace or bundle), or the bundle of the variable.
    """

    __slots__ = (
        "call", "kind", "name", "namespace", "number", "pass_number", "place", "promise", "scope",
        "step", "tags", "value",
    )  # fmt: skip

    def __init__(self, number: int, kind: str, namespace: str, scope: str, name: str) -> None:
        self.number = number
        self.kind = kind
        self.namespace = namespace
        self.scope = scope
        self.name = name
        self.call = 0
        self.step = 0
        self.pass_number = 0
        self.tags: list[str] = []
        self.value = ""
        self.promise: PromiseOutline | None = None
        # File and line of a control body that made the change.
        self.place: tuple[str, int] | None = None


class RunRecord:
    """Everything about a run that answers need."""

    __slots__ = (
        "abort_class", "agent", "bundles", "changes", "error", "find_agent", "hard", "is_dry",
        "messages", "promises", "secrets", "sequence", "steps",
    )  # fmt: skip

    def __init__(self) -> None:
        self.bundles: list[BundleOutline] = []
        self.promises: list[PromiseOutline] = []
        self.steps: list[StepRecord] = []
        self.changes: list[ChangeRecord] = []
        # The tags of hard classes.
        self.hard: dict[str, list[str]] = {}
        # The variables of the agent that the run used; None is one that does not exist.
        self.agent: dict[str, str | None] = {}
        # Finds others; a run of the past has none.
        self.find_agent: Callable[[str], str | None] | None = None
        self.is_dry = False
        # The names of the bundlesequence; None if the run ended before it.
        self.sequence: list[str] | None = None
        # What ended the run early: a class of abortclasses, or a fatal error.
        self.abort_class = ""
        self.error = ""
        # Errors and warnings of the run.
        self.messages: list[str] = []
        # What else may show, such as the source; they are not stored.
        self.secrets = Secrets()


def replace_path(record: RunRecord, old: str, new: str) -> None:
    """Replace the path of a file or directory in everything that the run computed."""
    for bundle in record.bundles:
        bundle.file = bundle.file.replace(old, new)
    for step in record.steps:
        step.promiser, step.why = step.promiser.replace(old, new), step.why.replace(old, new)
        step.about = step.about.replace(old, new)
        step.arguments = {name: text.replace(old, new) for name, text in step.arguments.items()}
    for change in record.changes:
        change.value = change.value.replace(old, new)
    for name, value in record.agent.items():
        record.agent[name] = value and value.replace(old, new)
    find = record.find_agent
    if find is not None:
        record.find_agent = lambda name: (find(name) or "").replace(old, new) or None
    record.messages = [each.replace(old, new) for each in record.messages]
