"""The values of XPath: node lists, strings, numbers and booleans, and how they compare."""

from __future__ import annotations

import re
from math import isinf, isnan, log10

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from duckrow.cfengine.promises.files.edit.xml.node import Document, Node

    Value: TypeAlias = "list[Node] | str | float | bool"
    Expression = Callable[["XPathContext"], "Value"]


_NUMBER = re.compile(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
# Integers below this are written in full; other numbers outside these limits with an exponent.
_WHOLE = 2**31 - 1
_SMALL, _LARGE = 1e-5, 1e9
_DIGITS = 15


class XPathError(Exception):
    """An expression that cannot be parsed or has no value."""


class XPathContext:
    """The context of an expression: a node, and its position among those selected with it."""

    __slots__ = ("count", "node", "position", "root")

    def __init__(self, root: Document, node: Node, position: int = 1, count: int = 1) -> None:
        self.root = root
        self.node = node
        self.position = position
        self.count = count


COMPARE: dict[str, Callable[[object, object], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,  # type: ignore[operator]
    "<=": lambda one, other: one <= other,  # type: ignore[operator]
    ">": lambda one, other: one > other,  # type: ignore[operator]
    ">=": lambda one, other: one >= other,  # type: ignore[operator]
}


def _divided(one: float, other: float) -> float:
    if other:
        return one / other
    return float("nan") if not one or isnan(one) else float("inf") * (1 if one > 0 else -1)


def _remainder(one: float, other: float) -> float:
    if not other or isnan(one) or isnan(other):
        return float("nan")
    found = abs(one) % abs(other)
    return found if one >= 0 else -found


CALCULATE: dict[str, Callable[[float, float], float]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "div": _divided,
    "mod": _remainder,
}


def compared(
    compare: Callable[[object, object], bool], word: str, left: Value, right: Value
) -> bool:
    if isinstance(left, list) and isinstance(right, list):
        ones, others = [each.text() for each in left], [each.text() for each in right]
        if word not in ("=", "!="):
            return any(
                compare(to_number(one), to_number(other)) for one in ones for other in others
            )
        return any(compare(one, other) for one in ones for other in others)
    if isinstance(left, list) and not isinstance(right, bool):
        return any(compared(compare, word, each.text(), right) for each in left)
    if isinstance(right, list) and not isinstance(left, bool):
        return any(compared(compare, word, left, each.text()) for each in right)
    if word in ("=", "!="):
        if isinstance(left, bool) or isinstance(right, bool):
            return compare(to_truth(left), to_truth(right))
        if isinstance(left, str) and isinstance(right, str):
            return compare(left, right)
    return compare(to_number(left), to_number(right))


def nodes_of(value: Value) -> list[Node]:
    """Return a value that must be nodes."""
    if not isinstance(value, list):
        raise XPathError("not nodes")
    return value


def to_truth(value: Value) -> bool:
    """Return a value as a boolean."""
    return bool(value) and not (isinstance(value, float) and isnan(value))


def to_text(value: Value) -> str:
    """Return a value as a string."""
    if isinstance(value, list):
        return value[0].text() if value else ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _shown(value)
    return value


def _shown(number: float) -> str:
    """Return a number with its significant digits; large and small ones with an exponent."""
    if isnan(number):
        return "NaN"
    if isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number.is_integer() and abs(number) < _WHOLE:
        return str(int(number))
    if not _SMALL <= abs(number) <= _LARGE:
        digits, _, power = f"{number:.14e}".partition("e")
        return f"{digits.rstrip('0').rstrip('.')}e{power}"
    before = int(log10(abs(number)))
    decimals = _DIGITS - 1 - before if before > 0 else _DIGITS - before
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")


def to_number(value: Value) -> float:
    """Return a value as a number, or NaN."""
    if isinstance(value, bool | float):
        return float(value)
    text = to_text(value).strip(" \t\r\n")
    return float(text) if _NUMBER.fullmatch(text) else float("nan")
