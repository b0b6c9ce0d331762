"""Whether two trees say the same, wherever in a source they stand.

Positions do not count. Values count with their kind: 1, 1.0 and true are three things here, as
they are in the language. The definitions that a program lists are part of its body already and
its source is where positions point, so a program is compared by its body alone.

The walk keeps its own stack, so trees of any depth can be compared.
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
    """Tell whether two trees are equal but for positions."""
    return _first_difference(a, b) is None


def difference(a: nodes.Node | None, b: nodes.Node | None) -> str:
    """Name the path of the first difference and what stands on either side; empty when same."""
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


def _first_difference(a: Any, b: Any) -> Pair | None:
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
            # Unequal lengths are judged last: the first item that differs says more.
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
