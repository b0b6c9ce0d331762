"""The minimum and, if fixed, the exact number of characters that each node matches."""

from __future__ import annotations

from duckrow.regexp.nodes import (
    Absent,
    Alternation,
    Any,
    Atomic,
    Backreference,
    Call,
    Capture,
    CharacterSet,
    Conditional,
    Grapheme,
    LineBreak,
    Repeat,
    Scoped,
    Sequence,
    Text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern

# Calls may go from group to group; the lengths are final after as many rounds as calls are chained.
MAX_ROUNDS = 50


def measure(pattern: Pattern) -> None:
    """Set the lengths of the nodes; the length of a call is unknown until its group is known."""
    for node in pattern.nodes:
        _measure_node(node, pattern.group_count)
    for _ in range(MAX_ROUNDS):
        if not pattern.calls or not _measure_calls(pattern):
            return
        for node in pattern.nodes:
            _measure_node(node, pattern.group_count)


def _measure_calls(pattern: Pattern) -> bool:
    """Set the lengths of calls to those of their groups; return whether any has changed."""
    has_changed = False
    for call in pattern.calls:
        target = called(call, pattern)
        if target is None:
            continue
        lengths = (0, None) if call.is_recursive else (target.min_length, target.width)
        if lengths != (call.min_length, call.width):
            call.min_length, call.width = lengths
            has_changed = True
    return has_changed


def called(call: Call, pattern: Pattern) -> Node | None:
    """Return the node that a call repeats, if already known."""
    if call.number is None:
        return None
    return pattern.captures.get(call.number) if call.number else pattern.root


def _measure_node(node: Node, group_count: int) -> None:
    if isinstance(node, Text):
        node.min_length = node.width = len(node.text)
    elif isinstance(node, Any | CharacterSet):
        node.min_length = node.width = 1
    elif isinstance(node, Sequence):
        node.min_length = sum([item.min_length for item in node.items])
        widths = [item.width for item in node.items if item.width is not None]
        node.width = sum(widths) if len(widths) == len(node.items) else None
        node.is_lost = any(item.is_lost for item in node.items)
    elif isinstance(node, Alternation):
        node.min_length = min([branch.min_length for branch in node.branches])
        widths_seen = {branch.width for branch in node.branches}
        node.width = widths_seen.pop() if len(widths_seen) == 1 else None
        node.is_lost = any(branch.is_lost for branch in node.branches)
    elif isinstance(node, Repeat):
        node.min_length = node.body.min_length * node.low
        is_fixed = node.low == node.high and node.body.width is not None
        node.width = (node.body.width or 0) * node.low if is_fixed else None
        node.is_lost = node.body.is_lost and node.low > 0
    elif isinstance(node, Capture | Scoped | Atomic | Conditional):
        node.min_length, node.width = node.body.min_length, node.body.width
        node.is_lost = node.body.is_lost
        if isinstance(node, Conditional) and not isinstance(node.body, Alternation):
            node.min_length = 0
    elif isinstance(node, Backreference):
        node.width = None
        node.is_lost = node.number > group_count
    elif isinstance(node, Absent):
        node.width = None
    elif isinstance(node, LineBreak | Grapheme):
        node.min_length, node.width = 1, None
