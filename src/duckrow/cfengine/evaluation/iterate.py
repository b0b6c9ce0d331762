"""Iteration: a promise that mentions $(lists) is kept once for each combination of elements.

Each list that is mentioned is a wheel. The last wheel turns fastest; a wheel whose name depends on
another, as in $(a[$(i)]), stands right of it and is looked up anew when that one turns. If a wheel
has nothing on it, no combination with it counts.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.names import read_name
from duckrow.cfengine.evaluation.strings import fill, is_expandable
from duckrow.cfengine.evaluation.variables import ELEMENT_KIND, ITERABLE, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.strings import Hole

# mapdata and its like set these themselves, element by element.
_SPECIAL = frozenset(("this", "this.k", "this.v", "this.k[1]", "this.this"))


class _Wheel:
    """One list: its name, its elements, and where it stands."""

    __slots__ = ("elements", "hole", "index", "is_unknown", "key", "kind", "name")

    def __init__(self, hole: Hole) -> None:
        self.hole = hole
        self.name: str | None = None
        self.key: Any = None
        # None for what is no list: it has its one value already.
        self.elements: list[Any] | None = None
        self.kind = "string"
        self.is_unknown = False
        self.index = 0


def find_wheels(context: Context, holes: list[Hole], namespace: str) -> list[Hole]:
    """Say which references are to lists, or may turn out to be."""
    found: list[Hole] = []
    for hole in holes:
        name = hole.name
        if name is None or name in _SPECIAL:
            found.append(hole)
            continue
        variable = context.variable(name, namespace)
        if variable is not None and variable.kind in ITERABLE:
            found.append(hole)
    return found


def rounds(context: Context, holes: list[Hole], namespace: str) -> Iterator[int]:
    """Turn the wheels: at each step the elements are among the variables of `this`."""
    this = context.this
    assert this is not None
    wheels = [_Wheel(hole) for hole in holes]
    _set_from(context, wheels, 0, namespace)
    count = 0
    is_whole = not _has_empty(wheels)
    while True:
        if is_whole:
            count += 1
            yield count
        turned = _turn(wheels)
        if turned is None:
            return
        _show(this, turned)
        _set_from(context, wheels, wheels.index(turned) + 1, namespace)
        is_whole = not _has_empty(wheels)


def _turn(wheels: list[_Wheel]) -> _Wheel | None:
    """Turn the rightmost wheel that has another element."""
    for wheel in reversed(wheels):
        wheel.index += 1
        if wheel.elements and wheel.index < len(wheel.elements):
            return wheel
    return None


def _set_from(context: Context, wheels: list[_Wheel], start: int, namespace: str) -> None:
    """Set all wheels from one on to their first elements, looked up anew if their names changed."""
    this = context.this
    assert this is not None
    for wheel in wheels[start:]:
        wheel.index = 0
        hole = wheel.hole
        name = hole.name
        if name is None:
            name = fill(hole.inner, context.text_of)
        if name != wheel.name:
            if wheel.key is not None:
                this.pop(wheel.key, None)
            wheel.name = name
            _look_up(context, wheel, name, namespace)
        if wheel.elements:
            _show(this, wheel)


def _look_up(context: Context, wheel: _Wheel, name: str, namespace: str) -> None:
    variable = None if is_expandable(name) else context.variable(name, namespace)
    wheel.is_unknown = variable is None
    if variable is None:
        context.explain(f"$({name}) is not known yet")
    wheel.elements = None
    wheel.key = None
    if variable is None or variable.kind not in ITERABLE:
        return
    wheel.elements = elements_of(variable)
    if not wheel.elements:
        context.explain(f"the list {name} is empty")
        context.log.verbose(f"Skipping iteration since variable '{name}' resolves to an empty list")
    wheel.kind = ELEMENT_KIND[variable.kind]
    if _is_shown(wheel.hole, name):
        reference = read_name(name)
        wheel.key = name if reference.scope not in ("", "this") else reference.key


def _is_shown(hole: Hole, name: str) -> bool:
    """Tell whether the elements of a list are seen: not by $(this.x), nor by a scope filled in.

    The wheel turns all the same.
    """
    if hole.name is not None:
        return not name.startswith("this.") or "[" in name
    if not read_name(name).scope:
        return True
    for part in hole.inner:
        if isinstance(part, str):
            head, bracket, _ = part.partition("[")
            if "." in head or ":" in head:
                return True
            if bracket:
                break
    return False


def elements_of(variable: Variable) -> list[Any]:
    """Give what iteration over a variable goes through."""
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


def _show(this: dict[Any, Variable], wheel: _Wheel) -> None:
    assert wheel.elements is not None
    if wheel.key is not None:
        this[wheel.key] = Variable(wheel.elements[wheel.index], wheel.kind)


def _has_empty(wheels: list[_Wheel]) -> bool:
    for wheel in wheels:
        if wheel.hole.name in _SPECIAL:
            return False
        if wheel.is_unknown or (wheel.elements is not None and not wheel.elements):
            return True
    return False
