"""The data of the page about a recorded run; see `duckrow.explain.page.html`.

Bundles contain promises. An edge leads from a promise to what it makes possible: the bundle that it
calls, the promises that ask for its class, use its variable, or wait for its handle.
"""

from __future__ import annotations

from itertools import groupby

from duckrow.cfengine.evaluation.messages.recorder import DEFINED, SET
from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.explain.changes import maker, mentioned
from duckrow.cfengine.explain.history import History, class_names, place, split_class, title
from duckrow.cfengine.explain.outline import BundleOutline
from duckrow.cfengine.explain.promises import explain_promise
from duckrow.cfengine.values.outcomes import SKIPPED
from duckrow.explain.formats import reason_data
from duckrow.machine.paths import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from duckrow.cfengine.explain.outline import PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord, RunRecord, StepRecord

    Data = dict[str, object]
    Refs = dict[int, str]
    Link = tuple[PromiseOutline, PromiseOutline | BundleOutline, str]
_LINE = "\n"


def page_data(record: RunRecord, page_title: str, sources: Mapping[str, str] | None) -> Data:
    """Return what the page shows of a run.

    `sources` has the texts that are in no file; with None the page shows no sources at all.
    """
    history = History(record)
    bundles = _shown_bundles(history)
    promises = [each for each in record.promises if each.bundle in bundles]
    refs = _refs(promises)
    files = {} if sources is None else dict.fromkeys(each.file for each in bundles)
    return {
        "title": page_title,
        "language": "cfengine",
        "phases": list(_phases(history, refs)),
        "nodes": [
            *(_bundle(history, bundle) for bundle in bundles),
            *(_promise(history, promise, refs) for promise in promises),
        ],
        "edges": list(_edges(history, promises, refs)),
        "sources": {
            file: record.secrets.hide(text)
            for file in files
            if (text := _text(file, sources or {})) is not None
        },
    }


def _shown_bundles(history: History) -> list[BundleOutline]:
    """Return the bundles of all files of which something ran; a library has many others."""
    ran = {step.bundle.file for step in history.record.steps}
    return [each for each in history.record.bundles if each.file in ran]


def _refs(promises: list[PromiseOutline]) -> Refs:
    """Return the name of each promise on the page."""
    found: Refs = {}
    seen: set[str] = set()
    for promise in promises:
        ref = f"{title(promise)} ({place(promise)})"
        if ref in seen:
            ref = f"{title(promise)} ({place(promise)}:{promise.column})"
        seen.add(ref)
        found[id(promise)] = ref
    return found


def _text(file: str, sources: Mapping[str, str]) -> str | None:
    if file in sources:
        return sources[file]
    try:
        return read_bytes(file).decode("utf-8", "replace")
    except OSError:
        return None


# ---- nodes


def _bundle(history: History, bundle: BundleOutline) -> Data:
    calls = history.calls(bundle)
    return {
        "ref": _bundle_ref(bundle),
        "type": f"bundle {bundle.kind}",
        "title": bundle.qualified_name,
        "container": "",
        "file": bundle.file,
        "line": bundle.line,
        "values": [
            {"name": f"call {number}", "value": _call_text(call)}
            for number, call in enumerate(calls, 1)
        ],
    }


def _call_text(call: StepRecord) -> str:
    given = [f"{name} = {value}" for name, value in call.arguments.items()]
    return "\n".join([call.why, *given])


def _bundle_ref(bundle: BundleOutline) -> str:
    return f"bundle {bundle.qualified_name}"


def _promise(history: History, promise: PromiseOutline, refs: Refs) -> Data:
    steps = history.steps(promise)
    answer = explain_promise(history, promise)
    why: Data = {"kind": "promise", "text": answer.text}
    if answer.reasons:
        why["because"] = [reason_data(each) for each in answer.reasons]
    found: Data = {
        "ref": refs[id(promise)],
        "type": promise.type,
        "title": promise.promiser,
        "container": _bundle_ref(promise.bundle),
        "file": promise.file,
        "line": promise.line,
        "why": [why],
        "values": list(_values(history, promise)),
    }
    outcomes = [step.outcome for step in steps if step.outcome not in ("", SKIPPED)]
    if outcomes or steps:
        found["status"] = outcomes[-1] if outcomes else SKIPPED
    return found


def _values(history: History, promise: PromiseOutline) -> Iterator[Data]:
    if promise.handle:
        yield {"name": "handle", "value": promise.handle}
    if promise.guard != "any":
        yield {"name": "class guard", "value": promise.guard}
    for name, value in promise.conditions.items():
        yield {"name": name, "value": value}
    if promise.value:
        yield {"name": "value", "value": promise.value}
    for step in history.steps(promise):
        if step.cause != "done":
            yield {"name": _phase(history, step), "value": _outcome(step)}


def _outcome(step: StepRecord) -> str:
    text = step.outcome or "not finished"
    return text if step.outcome != SKIPPED or not step.why else f"{text}: {step.why}"


# ---- phases


def _phases(history: History, refs: Refs) -> Iterator[Data]:
    """Return what happened, a phase for each pass of each call of a bundle."""
    record = history.record
    events = [
        (step.number, _phase(history, step), _step(step, refs))
        for step in record.steps
        if step.cause != "done"
    ]
    events += [
        (change.number, _phase(history, change), _change(change, refs)) for change in record.changes
    ]
    events.sort(key=lambda event: event[0])
    for name, group in groupby(events, key=lambda event: event[1]):
        yield {"name": name, "steps": [data for _, _, data in group]}


def _phase(history: History, event: StepRecord | ChangeRecord) -> str:
    """Return when something happened, as a title: main, pass 1."""
    start = history.step(event.call)
    if start is None:
        return "before all bundles"
    name = start.bundle.qualified_name
    if event.pass_number:
        return f"{name}, pass {event.pass_number}"
    found = history.pass_of(event.number, event.call)
    return f"{name}, after the classes of pass {found}" if found else f"{name}, before pass 1"


def _step(step: StepRecord, refs: Refs) -> Data:
    if step.promise is None:
        text = f"bundle {step.bundle.qualified_name} starts: {step.why}"
        return {"text": text, "ref": _bundle_ref(step.bundle), **_place(step.bundle)}
    text = f'{step.promise.type} "{step.promiser.partition(_LINE)[0]}": {_outcome(step)}'
    return {"text": text, "ref": refs.get(id(step.promise), ""), **_place(step.promise)}


def _change(change: ChangeRecord, refs: Refs) -> Data:
    name = change.name if change.namespace == "default" else f"{change.namespace}:{change.name}"
    if change.kind == SET:
        text = f"variable {change.scope}.{name} is {change.value}"
    else:
        text = f"class {name} is {change.kind}"
    data: Data = {"text": f"{text}, by {maker(change)}"}
    if change.promise is not None:
        data |= {"ref": refs.get(id(change.promise), ""), **_place(change.promise)}
    return data


def _place(item: PromiseOutline | BundleOutline) -> Data:
    return {"file": item.file, "line": item.line}


# ---- edges


def _edges(history: History, promises: list[PromiseOutline], refs: Refs) -> Iterator[Data]:
    found: dict[tuple[str, str, str], Data] = {}
    for source, target, kind in _links(history, promises):
        ends = _name(source, refs), _name(target, refs)
        if all(ends) and source is not target:
            at = target if kind != "call" else source
            key = (*ends, kind)
            found[key] = {"source": ends[0], "target": ends[1], "kind": kind, **_place(at)}
    return iter(found.values())


def _name(item: PromiseOutline | BundleOutline, refs: Refs) -> str:
    return refs.get(id(item)) or (_bundle_ref(item) if isinstance(item, BundleOutline) else "")


def _links(history: History, promises: list[PromiseOutline]) -> Iterator[Link]:
    """Return which promise makes what possible, and how."""
    record = history.record
    for start in record.steps:
        caller = None if start.promise is not None else history.step(start.caller)
        if caller is not None and caller.promise is not None:
            yield caller.promise, start.bundle, "call"
    classes: dict[tuple[str, str], dict[int, PromiseOutline]] = {}
    variables: dict[tuple[str, str, str], dict[int, PromiseOutline]] = {}
    for change in record.changes:
        promise = change.promise
        if promise is None:
            continue
        if change.kind == SET:
            key = change.namespace, change.scope, change.name.partition("[")[0]
            variables.setdefault(key, {})[id(promise)] = promise
        elif change.kind == DEFINED:
            classes.setdefault((change.namespace, change.name), {})[id(promise)] = promise
    handles = {each.handle: each for each in promises if each.handle}
    for promise in promises:
        namespace = promise.bundle.namespace
        texts = [promise.guard, *promise.conditions.values()]
        for name in dict.fromkeys(name for text in texts for name in class_names(text)):
            for maker_ in classes.get(split_class(namespace, name), {}).values():
                yield maker_, promise, "class"
        for name in _used(promise):
            reference = read_name(name)
            key = (
                reference.namespace or namespace,
                reference.scope or promise.bundle.name,
                reference.name,
            )
            for setter in variables.get(key, {}).values():
                yield setter, promise, "variable"
        for name in class_names(promise.conditions.get("depends_on", "")):
            if name in handles:
                yield handles[name], promise, "depends_on"


def _used(promise: PromiseOutline) -> list[str]:
    texts = [promise.promiser, promise.value, *promise.conditions.values()]
    return list(dict.fromkeys(name for text in texts for name in mentioned(text)))
