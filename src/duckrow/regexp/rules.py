"""Checks a whole pattern after each of its pieces has been parsed.

References to missing groups, calls that never end, and look-behinds of unknown length are found
here, in Ruby's order. This also completes the tree: groups get their final numbers, calls are
resolved to their groups, and nodes get their lengths.
"""

from __future__ import annotations

from duckrow.regexp.calls import resolve_calls
from duckrow.regexp.errors import PatternError
from duckrow.regexp.lengths import measure
from duckrow.regexp.nodes import (
    Absent,
    Alternation,
    Anchor,
    Atomic,
    Backreference,
    Capture,
    Conditional,
    Enclosure,
    Grapheme,
    LineBreak,
    Look,
    Repeat,
    Sequence,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern

INVALID_REFERENCE = "invalid backref number/name"
NUMBER_NOT_ALLOWED = "numbered backref/call is not allowed. (use name)"
INVALID_LOOK_BEHIND = "invalid pattern in look-behind"

# Properties of a node: not allowed in any look-behind, not allowed in a negated one.
_NEVER, _CAPTURE = 1, 2


def complete(pattern: Pattern) -> None:
    """Complete the tree of a pattern; raises PatternError."""
    if pattern.names:
        _forbid_numbers(pattern)
        _number_named_groups(pattern)
    measure(pattern)
    if pattern.calls:
        resolve_calls(pattern)
    _check_nodes(pattern)


def _forbid_numbers(pattern: Pattern) -> None:
    for node in pattern.nodes:
        if isinstance(node, Backreference) and node.name is None:
            raise PatternError(NUMBER_NOT_ALLOWED, node.start)


def _number_named_groups(pattern: Pattern) -> None:
    """Make groups without a name non-capturing, and number the others."""
    order = [n for n in sorted(pattern.captures) if pattern.captures[n].name is not None]
    renumbered = {old: new for new, old in enumerate(order, 1)}
    for number, capture in pattern.captures.items():
        capture.number = renumbered.get(number, 0)
    pattern.captures = {renumbered[old]: pattern.captures[old] for old in order}
    pattern.names = {
        name: [renumbered[old] for old in numbers] for name, numbers in pattern.names.items()
    }
    pattern.group_count = len(order)
    for node in pattern.nodes:
        if isinstance(node, Backreference):
            node.number = renumbered[node.number]
        elif isinstance(node, Conditional):
            node.number = renumbered.get(node.number, 0)


def _check_nodes(pattern: Pattern) -> None:
    """Raise the first error in the order in which Ruby walks the tree."""
    found: list[tuple[int, int, str]] = []
    traits: dict[int, int] = {}
    wide_choices: list[Conditional] = []
    for node in pattern.nodes:
        held = _traits_of(node, traits)
        if held:
            traits[id(node)] = held
        if isinstance(node, Backreference):
            if node.number > pattern.group_count:
                found.append((node.start, 1, INVALID_REFERENCE))
        elif isinstance(node, Repeat):
            if node.high != 0 and node.body.is_lost:
                found.append((node.start, 0, INVALID_REFERENCE))
        elif isinstance(node, Conditional):
            if pattern.names and not node.is_by_name:
                found.append((node.start, 0, NUMBER_NOT_ALLOWED))
            elif node.number > pattern.group_count:
                found.append((node.start, 0, INVALID_REFERENCE))
            if isinstance(node.body, Alternation) and len(node.body.branches) > 2:
                wide_choices.append(node)
        elif isinstance(node, Look) and not node.is_ahead:
            inner = traits.get(id(node.body), 0)
            if inner & _NEVER or (inner & _CAPTURE and node.is_negated):
                found.append((node.start, 0, INVALID_LOOK_BEHIND))
            elif not _has_known_length(node):
                found.append((node.end, -1, INVALID_LOOK_BEHIND))
    if found:
        offset, _, message = min(found)
        raise PatternError(message, offset)
    if wide_choices:
        raise PatternError("invalid conditional pattern", wide_choices[0].start)


def _traits_of(node: Node, traits: dict[int, int]) -> int:
    if isinstance(node, Enclosure):
        held = traits.get(id(node.body), 0)
        if isinstance(node, Capture):
            return held | _CAPTURE if node.number else held
        is_barred = isinstance(node, Atomic | Conditional | Absent)
        if is_barred or (isinstance(node, Look) and node.is_ahead):
            held |= _NEVER
        return held
    if isinstance(node, Sequence | Alternation):
        held = 0
        for child in node.items if isinstance(node, Sequence) else node.branches:
            held |= traits.get(id(child), 0)
        return held
    if isinstance(node, Backreference | LineBreak | Grapheme):
        return _NEVER
    return _NEVER if isinstance(node, Anchor) and node.kind in ("\\z", "\\Z") else 0


def _has_known_length(look: Look) -> bool:
    body = look.body
    while isinstance(body, Capture) and not body.number:
        body = body.body
    if isinstance(body, Alternation):
        return all(branch.width is not None for branch in body.branches)
    return body.width is not None
