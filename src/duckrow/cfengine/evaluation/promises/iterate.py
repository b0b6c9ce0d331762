"""Iteration: a promise with references to lists is kept once per combination of elements.

The last list changes fastest. A list whose name depends on another, as in $(a[$(i)]), comes after
it and is looked up again when that list advances. An empty list leaves no combination.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.evaluation.variables.strings import fill, is_expandable
from duckrow.cfengine.evaluation.variables.table import ELEMENT_KIND, ITERABLE, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.strings import Reference

# mapdata and similar functions set these variables themselves.
_SPECIAL = frozenset(("this", "this.k", "this.v", "this.k[1]", "this.this"))


class IteratedList:
    """One list: its name, its elements, and the index of the current element."""

    __slots__ = ("elements", "index", "is_unknown", "key", "kind", "name", "reference")

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.name: str | None = None
        self.key: Any = None
        # None if the reference is not to a list.
        self.elements: list[Any] | None = None
        self.kind = "string"
        self.is_unknown = False
        self.index = 0


def find_iterated(context: Context, references: list[Reference], namespace: str) -> list[Reference]:
    """Return the references to lists, and those that may become references to lists."""
    found: list[Reference] = []
    for reference in references:
        name = reference.name
        if name is None or name in _SPECIAL:
            found.append(reference)
            continue
        variable = context.variable(name, namespace)
        if variable is not None and variable.kind in ITERABLE:
            found.append(reference)
    return found


def rounds(context: Context, references: list[Reference], namespace: str) -> Iterator[int]:
    """Yield once per combination; the current elements are variables of `this`."""
    this = context.this
    assert this is not None
    lists = [IteratedList(reference) for reference in references]
    _set_from(context, lists, 0, namespace)
    count = 0
    is_whole = not _has_empty(lists)
    while True:
        if is_whole:
            count += 1
            yield count
        turned = _turn(lists)
        if turned is None:
            return
        _show(this, turned)
        _set_from(context, lists, lists.index(turned) + 1, namespace)
        is_whole = not _has_empty(lists)


def _turn(lists: list[IteratedList]) -> IteratedList | None:
    """Advance the last list that has another element."""
    for iterated in reversed(lists):
        iterated.index += 1
        if iterated.elements and iterated.index < len(iterated.elements):
            return iterated
    return None


def _set_from(context: Context, lists: list[IteratedList], start: int, namespace: str) -> None:
    """Set all lists from one on to their first elements; look them up if their names changed."""
    this = context.this
    assert this is not None
    for iterated in lists[start:]:
        iterated.index = 0
        reference = iterated.reference
        name = reference.name
        if name is None:
            name = fill(reference.inner, context.text_of)
        if name != iterated.name:
            if iterated.key is not None:
                this.pop(iterated.key, None)
            iterated.name = name
            _look_up(context, iterated, name, namespace)
        if iterated.elements:
            _show(this, iterated)


def _look_up(context: Context, iterated: IteratedList, name: str, namespace: str) -> None:
    variable = None if is_expandable(name) else context.variable(name, namespace)
    iterated.is_unknown = variable is None
    if variable is None:
        context.explain(f"$({name}) is unknown", "unknown", name)
    iterated.elements = None
    iterated.key = None
    if variable is None or variable.kind not in ITERABLE:
        return
    iterated.elements = elements_of(variable)
    if not iterated.elements:
        context.explain(f"the list {name} is empty", "empty", name)
        context.log.verbose(f"Skipping iteration since variable '{name}' resolves to an empty list")
    iterated.kind = ELEMENT_KIND[variable.kind]
    if _is_shown(iterated.reference, name):
        reference = read_name(name)
        iterated.key = name if reference.scope not in ("", "this") else reference.key


def _is_shown(reference: Reference, name: str) -> bool:
    """Return whether the elements of a list are visible: not in $(this.x), nor in a computed scope.

    The promise iterates over the list in any case.
    """
    if reference.name is not None:
        return not name.startswith("this.") or "[" in name
    if not read_name(name).scope:
        return True
    for part in reference.inner:
        if isinstance(part, str):
            head, bracket, _ = part.partition("[")
            if "." in head or ":" in head:
                return True
            if bracket:
                break
    return False


def elements_of(variable: Variable) -> list[Any]:
    """Return the elements for iteration over a variable."""
    if variable.kind != "data":
        return list(variable.value)
    from duckrow.cfengine.values.json_text import scalar_text

    value = variable.value
    if isinstance(value, dict):
        value = list(value.values())
    elif not isinstance(value, list):
        value = [value]
    texts = (scalar_text(each) for each in value)
    return [each for each in texts if each is not None]


def _show(this: dict[Any, Variable], iterated: IteratedList) -> None:
    assert iterated.elements is not None
    if iterated.key is not None:
        this[iterated.key] = Variable(iterated.elements[iterated.index], iterated.kind)


def _has_empty(lists: list[IteratedList]) -> bool:
    for iterated in lists:
        if iterated.reference.name in _SPECIAL:
            return False
        if iterated.is_unknown or (iterated.elements is not None and not iterated.elements):
            return True
    return False
