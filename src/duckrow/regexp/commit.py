r"""A variant of a risky pattern that never backtracks.

Some patterns of everyday use, such as \A/([^/]+/*)*\z, can run away, yet almost always match at the
first attempt. Their variant, the twin, makes the first attempt and no other: everything up to and
including the last risky loop is atomic, and so is each round of a risky loop. When the twin
matches, it has followed the very path on which the pattern itself would have matched first, so the
match is the pattern's own. When it does not, nothing is known, and the pattern must be run with a
time limit.

For that to hold, an atomic piece must fail only when the original piece fails. That is so for a
loop that needs no more than one round, for alternatives and for groups of such; it is not so for a
risky loop in the middle of an inner sequence, and such patterns have no twin.

A search that may begin at several offsets has no first attempt in this sense: the twin could fail
at an offset where the pattern matches, and match later. It serves where there is one offset to
begin.
"""

from __future__ import annotations

from duckrow.regexp.nodes import (
    Alternation,
    Anchor,
    Any,
    Atomic,
    Capture,
    CharacterSet,
    Empty,
    Repeat,
    Scoped,
    Sequence,
    Text,
)
from duckrow.regexp.risk import assess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern
    from duckrow.regexp.risk import Risk


def commit(pattern: Pattern, risk: Risk) -> tuple[frozenset[int], Risk] | None:
    """Return the nodes that are atomic in the twin, and its risk; None if there is no twin."""
    root = pattern.root
    items = root.items if isinstance(root, Sequence) else [root]
    risky = [i for i, item in enumerate(items) if risk.facts[id(item)].steps is None]
    if not risky:
        return None
    leading = items[: risky[-1] + 1]
    plain = (Text, Any, CharacterSet, Anchor, Empty)
    committed = frozenset(id(item) for item in leading if not isinstance(item, plain))
    while True:
        # An atomic node need not differ from what follows it, so fewer nodes are risky each time.
        risk = assess(pattern, committed)
        if all(risk.facts[id(item)].steps is not None for item in leading):
            return committed, risk
        more = _bodies(leading, risk, committed)
        if not more:
            return None
        committed |= more


def _bodies(nodes: list[Node], risk: Risk, committed: frozenset[int]) -> frozenset[int] | None:
    """Return the bodies of risky loops to make atomic next; None where that is not allowed."""
    found: set[int] = set()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if risk.facts[id(node)].steps is not None:
            continue
        if isinstance(node, Repeat) and node.low <= 1:
            if id(node.body) in committed:
                pending.append(node.body)
            else:
                found.add(id(node.body))
        elif isinstance(node, Alternation):
            pending.extend(node.branches)
        elif isinstance(node, Capture | Scoped | Atomic):
            pending.append(node.body)
        else:
            return None
    return frozenset(found)
