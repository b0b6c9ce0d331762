"""Changes of a run in words: who made them, and which promises may make them."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.messages.recorder import DEFINED, SET
from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.evaluation.variables.strings import compile_text, references
from duckrow.cfengine.explain.history import matches, place, split_class, title
from duckrow.explain.answer import Place, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.variables.names import VariableName
    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord, StepRecord

_SOURCES = {
    "source=persistent": "an earlier run (it is persistent)",
    "source=augments_file": "the augments file",
    "source=cmdb": "the data of this host",
}


def maker(change: ChangeRecord) -> str:
    """Return who made a change, as words."""
    for tag in change.tags:
        if tag in _SOURCES:
            return _SOURCES[tag]
    promise = change.promise
    if promise is None:
        if change.place is not None:
            return "addclasses of body agent control"
        return "the command line" if "source=environment" in change.tags else "the agent"
    if "source=module" in change.tags:
        return f"the module that {title(promise)} runs"
    if change.kind == DEFINED and promise.type != "classes":
        return f"the outcome of {title(promise)}"
    own = promise.bundle.namespace, promise.bundle.name
    if change.kind == SET and (change.namespace, change.scope) != own and not promise.sets:
        return f"the arguments of {title(promise)}"
    if change.kind == SET and promise.type in ("methods", "services"):
        return f"the result of the bundle that {title(promise)} calls"
    return title(promise)


def change_place(change: ChangeRecord) -> Place | None:
    """Return the place of the promise or control body that made a change, or None."""
    if change.place is not None:
        return Place(*change.place)
    return None if change.promise is None else place(change.promise)


def definition(history: History, change: ChangeRecord) -> Reason:
    """Return who defined a class, and when."""
    text = f"class {class_name(change)} is defined {history.when(change)} by {maker(change)}"
    return Reason("definition", text, change_place(change))


def class_name(change: ChangeRecord) -> str:
    """Return the name of a class with its namespace, unless that is the default one."""
    return change.name if change.namespace == "default" else f"{change.namespace}:{change.name}"


def hard_class(history: History, name: str) -> Reason:
    """Return the origin of a hard class."""
    tags = ", ".join(history.record.hard.get(name, ()))
    return Reason("hard", f"{name} is a hard class of this host (tags: {tags})")


def present_class(history: History, name: str, step: StepRecord) -> Reason:
    """Return who defined a class that a step could see."""
    namespace, bare = split_class(step.bundle.namespace, name)
    visible = set(history.visible_calls(step.call))
    for change in reversed(history.class_changes(namespace, bare)):
        is_near = change.scope != "bundle" or change.call in visible
        if change.number < step.number and change.kind == DEFINED and is_near:
            return definition(history, change)
    if bare in history.record.hard:
        return hard_class(history, bare)
    return Reason("class", f"class {name} is defined")


def value_at(history: History, name: str, step: StepRecord) -> ChangeRecord | None:
    """Return the value of a variable that a step could see, as the change that set it."""
    changes = variable_changes(history, name, step.bundle)
    return next((each for each in reversed(changes) if each.number < step.number), None)


def variable_changes(history: History, name: str, bundle: BundleOutline) -> list[ChangeRecord]:
    """Return the values of a variable as a bundle sees it, in order."""
    reference = read_name(name)
    namespace = reference.namespace or bundle.namespace
    scope = reference.scope or bundle.name
    bare = reference.name + "".join(f"[{each}]" for each in reference.indices)
    return history.variables.get((namespace, scope, bare), [])


def callers(history: History, bundle: BundleOutline) -> list[PromiseOutline]:
    """Return the promises that may call a bundle."""
    names = (bundle.name, bundle.qualified_name, f"{bundle.namespace}:{bundle.name}")
    found = []
    for promise in history.record.promises:
        for called in promise.calls:
            bare = called.partition(":")[2] if ":" in called else called
            is_near = ":" in called or promise.bundle.namespace == bundle.namespace
            if (called in names and is_near) or ("$" in called and matches(bare, bundle.name)):
                found.append(promise)
                break
    return found


def setters(history: History, bundle: str, variable: VariableName) -> list[PromiseOutline]:
    """Return the promises that may set a variable of a bundle, or an element of it."""
    found = []
    for promise in history.record.promises:
        if not promise.sets:
            continue
        head, bracket, rest = promise.sets.partition("[")
        scope, dot, bare = head.rpartition(".")
        owner = scope.rpartition(":")[2] if dot else promise.bundle.name
        if promise.type == "meta":
            owner += "_meta"
        if owner != bundle or not (bare == variable.name or matches(bare, variable.name)):
            continue
        # An element may come from a whole data container, but not from another element.
        if not bracket or _is_element(f"[{rest}", variable.indices):
            found.append(promise)
    return found


def _is_element(written: str, indices: tuple[str, ...]) -> bool:
    wanted = "".join(f"[{each}]" for each in indices)
    if "$" in written or "@" in written:
        return True
    return written.startswith(wanted) or wanted.startswith(written)


def is_other_element(step: StepRecord, name: str) -> bool:
    """Return whether a round of a promise sets another element of an array than the named one."""
    if "$" in step.promiser or "[" not in step.promiser:
        return False
    reference = read_name(step.promiser)
    return reference.name + "".join(f"[{each}]" for each in reference.indices) != name


def with_handle(history: History, handle: str) -> list[PromiseOutline]:
    """Return the promises with a handle; that of a promise may have variables."""
    promises = history.record.promises
    found = [each for each in promises if each.handle == handle]
    name = canonify(handle)
    return found or [each for each in promises if "$" in each.handle and matches(each.handle, name)]


def steps_of_handle(history: History, promise: PromiseOutline, handle: str) -> list[StepRecord]:
    """Return the steps of a promise that have a handle, or of which nobody knows the handle."""
    steps = history.steps(promise)
    own = [each for each in steps if each.handle == handle]
    return own or [each for each in steps if each.handle in ("", handle)]


def mentioned(text: str) -> list[str]:
    """Return the names of the variables that a text still mentions."""
    names: dict[str, None] = {}
    for sigil in ("$", "@"):
        parts = (
            compile_text(text.replace("@(", "$(").replace("@{", "${")) if sigil in text else None
        )
        for each in references(parts or ()):
            if each.name is not None:
                names.setdefault(each.name)
    return list(names)
