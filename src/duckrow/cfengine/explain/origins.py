"""What the value of a variable was made from: variables, elements of data, a branch of ifelse.

A reference is followed to the promise that set the variable, and from there to what its own value
was made from. A chain ends in a literal, a variable of the agent, or a variable without a value.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.explain.causes import variable_reason
from duckrow.cfengine.explain.changes import change_place, maker, mentioned, value_at
from duckrow.cfengine.explain.conditions import truth_of, written_part
from duckrow.cfengine.explain.record import StepRecord
from duckrow.explain.answer import Reason
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.record import ChangeRecord

# Functions whose arguments may be names of variables.
_OF_NAMES = frozenset(
    "mergedata getindices getvalues length nth sublist join filter grep sort unique reverse "
    "shuffle every some none intersection difference maparray maplist mapdata max min mean sum "
    "variance format storejson string_mustache data_expand".split()
)
_INDEX = LazyPattern(r"\[\$[({]([\w.:]+)[)}]\]")
_DEEPEST = 5
_NOWHERE: frozenset[int] = frozenset()


def origins(
    history: History, change: ChangeRecord, seen: frozenset[int] = _NOWHERE
) -> list[Reason]:
    """Return what the value that a change set was made from."""
    promise = change.promise
    if promise is None or not promise.sets or change.number in seen or len(seen) >= _DEEPEST:
        return []
    # A time, as a step that could see what the change saw.
    step = StepRecord(change.number, change.call, promise.bundle)
    return _once(_of_part(history, step, promise.parts, seen | {change.number}))


def _once(reasons: Iterable[Reason]) -> list[Reason]:
    return list({(each.text, str(each.place)): each for each in reasons}.values())


def _of_part(
    history: History, step: StepRecord, part: object, seen: frozenset[int]
) -> list[Reason]:
    """Return the origins of a part of a value: of a text, or of all arguments of a function."""
    if isinstance(part, str):
        names = dict.fromkeys([*mentioned(part), *mentioned(_with_indices(history, step, part))])
        return [
            reason
            for name in names
            if (reason := _of_variable(history, step, name, seen)) is not None
        ]
    if not isinstance(part, list) or not part:
        return []
    name, arguments = part[0], part[1:]
    if name == "ifelse":
        return _of_ifelse(history, step, arguments, seen)
    found: list[Reason] = []
    for each in arguments:
        found += _of_part(history, step, each, seen)
        is_name = isinstance(each, str) and not mentioned(each) and name in _OF_NAMES
        if is_name and value_at(history, each, step) is not None:
            reason = _of_variable(history, step, each, seen)
            found += [] if reason is None else [reason]
    return found


def _with_indices(history: History, step: StepRecord, text: str) -> str:
    """Return a text with the values of variables that are indices of others: $(d[$(key)])."""

    def value(match: re.Match[str]) -> str:
        change = value_at(history, match[1], step)
        is_known = change is not None and change.value[:1] == '"'
        return f"[{change.value[1:-1]}]" if change is not None and is_known else match[0]

    return _INDEX.sub(value, text)


def _of_ifelse(
    history: History, step: StepRecord, arguments: list[object], seen: frozenset[int]
) -> list[Reason]:
    """Return which value ifelse() takes, and where that comes from."""
    *pairs, last = arguments or [""]
    false: list[str] = []
    for condition, value in zip(pairs[::2], pairs[1::2], strict=False):
        truth = truth_of(history, step, condition)
        if truth is None:  # it depends on variables or on functions
            return [reason for each in arguments for reason in _of_part(history, step, each, seen)]
        if truth:
            text = f"ifelse() takes {written_part(value)}, since {written_part(condition)} is true"
            return [Reason("choice", text, None, _of_part(history, step, value, seen))]
        false.append(written_part(condition))
    verb = "is" if len(false) == 1 else "are"
    text = f"ifelse() takes {written_part(last)}, since {' and '.join(false)} {verb} false"
    return [Reason("choice", text, None, _of_part(history, step, last, seen))]


def _of_variable(
    history: History, step: StepRecord, name: str, seen: frozenset[int]
) -> Reason | None:
    """Return the value of a variable at a step, and where it comes from."""
    scope = read_name(name).scope
    if scope in SPECIAL_SCOPES:
        return agent_variable(history, name) if scope in ("sys", "mon") else None
    change = value_at(history, name, step)
    if change is not None:
        text = f"variable {name} is {change.value}, set {history.when(change)} by {maker(change)}"
        return Reason("variable", text, change_place(change), origins(history, change, seen))
    container, path = container_at(history, name, step)
    if container is None:
        return variable_reason(history, name, step)
    base = name.partition("[")[0]
    setter = f"set {history.when(container)} by {maker(container)}"
    element = element_of(container.value, path)
    text = f"variable {name} is {element}, an element of {base}, {setter}"
    if element is None:
        text = f"variable {name} has no value: {base}, {setter}, has no such element"
    return Reason("variable", text, change_place(container), origins(history, container, seen))


def agent_variable(history: History, name: str) -> Reason | None:
    """Return the value of a variable of the agent; None if the record does not have it."""
    record = history.record
    if name not in record.agent and record.find_agent is not None:
        record.agent[name] = record.find_agent(name)
    if name not in record.agent:
        return None
    value = record.agent[name]
    if value is None:
        return Reason("agent", f"{name} has no value: the agent has no such variable")
    return Reason("agent", f"{name} is {value}, a variable of the agent")


# ---- data containers


def container_at(
    history: History, name: str, step: StepRecord
) -> tuple[ChangeRecord | None, tuple[str, ...]]:
    """Return the data container that a name of an element is about, and the way to the element."""
    base, indices = name.partition("[")[0], read_name(name).indices
    for count in range(len(indices) - 1, -1, -1):
        shorter = base + "".join(f"[{each}]" for each in indices[:count])
        change = value_at(history, shorter, step)
        if change is not None and is_container(change):
            return change, indices[count:]
    return None, ()


def is_container(change: ChangeRecord) -> bool:
    """Return whether a variable is data whose elements are known: not one that is cut."""
    return _read(change.value) is not None


def _read(text: str) -> dict[str, object] | list[object] | None:
    from json import loads

    try:
        found = loads(text)
    except ValueError:  # a list of the language, or the start of a long value
        return None
    return found if isinstance(found, dict | list) else None


def element_of(text: str, path: tuple[str, ...]) -> str | None:
    """Return an element of a data container, as the values of variables are written, or None."""
    found: object = _read(text)
    for each in path:
        if isinstance(found, dict) and each in found:
            found = found[each]
        elif isinstance(found, list) and each.isdecimal() and int(each) < len(found):
            found = found[int(each)]
        else:
            return None
    from json import dumps

    if isinstance(found, str):
        return f'"{found}"'
    return dumps(found, separators=(",", ":"), ensure_ascii=False)


def keys_of(text: str, path: tuple[str, ...]) -> list[str]:
    """Return the keys of the innermost known part of a container on the way to an element."""
    found: object = _read(text)
    for each in path:
        if isinstance(found, dict) and isinstance(found.get(each), dict):
            found = found[each]
        else:
            break
    return list(found) if isinstance(found, dict) else []
