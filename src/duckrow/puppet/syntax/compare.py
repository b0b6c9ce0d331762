"""Compare two trees without their positions.

Values count with their kind: 1, 1.0 and true differ, as in the language. A program is compared by
its body alone: its list of definitions repeats parts of the body, and its source only matters for
positions.

The walk uses an explicit stack, so trees of any depth can be compared.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # The two sides and the path to them as a linked list, the nearest step first.
    Path = tuple[str, Any] | None
    Pair = tuple[Any, Any, Path]

_NOT_COMPARED = {"definitions", "source"}
_SHOWN = 60


def same(a: nodes.Node | None, b: nodes.Node | None) -> bool:
    """Return whether two trees are equal except for positions."""
    return _first_difference(a, b) is None


def difference(a: nodes.Node | None, b: nodes.Node | None) -> str:
    """Return the path of the first difference and both sides; empty without a difference."""
    found = _first_difference(a, b)
    if found is None:
        return ""
    left, right, path = found
    steps: list[str] = []
    while path is not None:
        step, path = path
        steps.append(step)
    where = "".join(reversed(steps)).lstrip(".") or "the top"
    return f"{where}: {_show(left)} is not {_show(right)}"


def _first_difference(a: object, b: object) -> Pair | None:
    waiting: list[Pair] = [(a, b, None)]
    while waiting:
        left, right, path = pair = waiting.pop()
        if left is right:
            continue
        if type(left) is not type(right):
            return pair
        if isinstance(left, nodes.Node):
            waiting += reversed(_fields(left, right, path))
        elif isinstance(left, tuple):
            # Compare lengths last: the first item that differs says more.
            waiting.append((len(left), len(right), (".length", path)))
            pairs = zip(left, right, strict=False)
            waiting += reversed([(x, y, (f"[{i}]", path)) for i, (x, y) in enumerate(pairs)])
        elif left != right:
            return pair
    return None


def _fields(left: nodes.Node, right: nodes.Node, path: Path) -> list[Pair]:
    return [
        (getattr(left, name), getattr(right, name), (f".{name}", path))
        for name in left.__match_args__
        if name not in _NOT_COMPARED
    ]


def _show(value: object) -> str:
    if isinstance(value, nodes.Node):
        return type(value).__name__
    shown = "nothing" if value is None else repr(value)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 3] + "..."
