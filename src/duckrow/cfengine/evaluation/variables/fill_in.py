"""Expand values of promises: replace variables and lists, call functions.

`fill_in` only expands; `evaluate` also calls functions and replaces @(lists).
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.strings import (
    compile_text,
    is_expandable,
    whole_reference,
)
from duckrow.cfengine.evaluation.variables.table import LISTS
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

# A list nested deeper than this contains itself.
_DEEPEST = 50
# Whether a name is that of a function; few runs need the table of all functions.
_functions: dict[str, bool] = {}


def fill_in(context: Context, value: Any) -> Any:
    """Expand variables, also in lists and in arguments of calls; call no function."""
    if isinstance(value, str):
        return context.expand(value) if "$" in value else value
    if isinstance(value, tuple | list):
        return fill_in_list(context, value)
    if isinstance(value, Call):
        return fill_in_call(context, value)
    return value


def fill_in_list(context: Context, items: Any, namespace: str = "", depth: int = 0) -> list[Any]:
    """Expand a list; @(lists) in it are replaced by their elements, recursively."""
    out: list[Any] = []
    for item in items:
        if isinstance(item, str):
            if "@" in item:
                found = _list_of(context, item, depth)
                if found is not None:
                    out += found
                    continue
            out.append(context.expand(item, namespace) if "$" in item else item)
        else:
            filled = fill_in(context, item)
            if isinstance(filled, list):
                out += filled
            else:
                out.append(filled)
    return out


def _list_of(context: Context, item: str, depth: int) -> list[Any] | None:
    """Return the elements of an @(name) in a list, or None if it is not a list."""
    if item[:2] in ("@(", "@{") and is_expandable(item):
        item = context.expand(item)
    name = whole_reference(item)
    if name is None or is_expandable(name):
        return None
    found = context.variable(name)
    if found is None:
        return None
    if found.kind in LISTS:
        if depth > _DEEPEST:
            context.log.error(
                f"Variable '{name}' contains itself indirectly - an unkeepable promise"
            )
            raise Aborted
        return fill_in_list(context, found.value, depth=depth + 1)
    if found.kind == "data":
        return [Data(found.value)]
    return [context.expand(found.value)]


def fill_in_call(context: Context, call: Call) -> Call:
    """Expand the name and the arguments of a call; @(lists) stay unexpanded."""
    for each in (call.name, *call.arguments):
        if type(each) is not str or "$" in each:
            break
    else:
        return call  # nothing to expand
    arguments = [
        context.expand(each) if isinstance(each, str) else fill_in(context, each)
        for each in call.arguments
    ]
    return Call(context.expand(call.name), tuple(arguments), call.line)


def flatten(context: Context, items: Any) -> list[Any]:
    """Replace @(lists) in a list by their elements; unknown lists stay."""
    out: list[Any] = []
    for item in items:
        if isinstance(item, str) and item[:1] == "@":
            name = whole_reference(item)
            if name is not None and not is_expandable(name):
                found = context.variable(name)
                if found is not None and found.kind in LISTS:
                    out += found.value
                    continue
                if found is not None:
                    context.log.warning(f"'{item}' failed - variable is not list but {found.kind}")
        out.append(item)
    return out


def mentions_list(value: Any) -> bool:
    """Return whether a list contains an @(list)."""
    return isinstance(value, tuple) and any(
        isinstance(item, str) and item[:1] == "@" for item in value
    )


def evaluate(context: Context, value: Any, namespace: str = "") -> Any:
    """Return the final value: a string, a list, Data, or the call itself if it has no result.

    `namespace` is the namespace of a bundle whose name has none.
    """
    if isinstance(value, str):
        if "@" in value and value[0] == "@":
            name = whole_reference(value)
            if name is not None and not is_expandable(name):
                found = context.variable(name)
                if found is not None and found.kind in LISTS:
                    return fill_in_list(context, found.value)
        return context.expand(value, namespace) if "$" in value else value
    if isinstance(value, tuple | list):
        out: list[Any] = []
        for item in fill_in_list(context, value, namespace):
            if isinstance(item, Call):
                answer = context.call(item)
                if isinstance(answer, list):
                    out += answer
                else:
                    out.append(answer)
            else:
                out.append(item)
        return out
    if isinstance(value, Call):
        if is_function(value.name):
            return context.call(value)
        return fill_in_call(context, value)
    return value


def is_function(name: str) -> bool:
    """Return whether a function of this name exists."""
    found = _functions.get(name)
    if found is None:
        from duckrow.cfengine.evaluation.calls import signature

        found = _functions[name] = signature(name) is not None
    return found


def is_unresolved(value: Any) -> bool:
    """Return whether a value still contains variables or calls."""
    if isinstance(value, str):
        return "$" in value and compile_text(value) is not None
    if isinstance(value, list | tuple):
        return any(is_unresolved(each) for each in value)
    return isinstance(value, Call)
