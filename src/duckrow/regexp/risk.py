r"""The length of text up to which a backtracking engine certainly ends soon.

`re` tries one way after the other and cannot be stopped. So before it is used, the number of steps
it could take at most is bounded from the pattern alone, by a coefficient c and a degree d. It is c
times the number of ways to choose d places in the text, none before the last one: where loops end,
and where the step is. For a long text of n characters that is nearly c * n**d / d!.

 * The ways of a node are the ends it can reach from one beginning and still have the next character
   fit. A loop over a set of characters has n ways, but only one when the characters that can come
   next are not in the set: \w+\s has one, \w+\d has many.
 * The ways of a sequence multiply, those of alternatives add up, unless their first characters
   tell them apart.
 * A loop around a body with one way has as many ways as it can have rounds. A loop around a body
   with several ways, such as (a*)*, has a number of ways without a useful bound.
 * The steps of a sequence are the steps of each item times the ways of the items before it, and
   a search may begin at every character.

The bound is never too low; it may be far too high, and then a text goes to the slower engine, which
has a clock. References and look-arounds are counted as if they could match anything.
"""

from __future__ import annotations

from math import comb

from duckrow.regexp.nodes import (
    DOT_ALL,
    IGNORE_CASE,
    Alternation,
    Anchor,
    Any,
    Atomic,
    Backreference,
    Call,
    CharacterSet,
    Conditional,
    Empty,
    Enclosure,
    Grapheme,
    LineBreak,
    Look,
    Repeat,
    Sequence,
    Text,
)
from duckrow.regexp.sets import asks_unicode, ranges_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern

    Bound = tuple[float, int]

BUDGET = 5e7
UNLIMITED = 1 << 62
ONE: Bound = (1.0, 0)
LINEAR: Bound = (1.0, 1)
# Characters as bits: one for each of ASCII, and one for all others.
BEYOND = 1 << 128
ALL = (BEYOND << 1) - 1
_LETTERS = sum(1 << ord(c) for c in "abcdefghijklmnopqrstuvwxyz")
_FOLD_BEYOND = sum(1 << ord(c) for c in "ks")
_LINE_BREAKS = sum(1 << c for c in range(10, 14)) | BEYOND
_MAX_POWER = 8
_ONE_CHARACTER = (Text, Any, CharacterSet)


def _times(left: Bound | None, right: Bound | None) -> Bound | None:
    if left is None or right is None:
        return None
    return left[0] * right[0], left[1] + right[1]


def _plus(left: Bound | None, right: Bound | None) -> Bound | None:
    if left is None or right is None:
        return None
    return left[0] + right[0], max(left[1], right[1])


class Facts:
    """The facts of a node: its first characters, its followers, its ways and its steps.

    A steady node never backtracks over a character that it could have kept.
    """

    __slots__ = ("first", "follow", "is_nullable", "is_steady", "leads", "steps", "ways")

    def __init__(self) -> None:
        self.first = 0
        self.is_nullable = True
        self.follow = 0
        self.ways: Bound | None = ONE
        self.steps: Bound | None = ONE
        self.is_steady = True
        self.leads = ""


class Risk:
    """The longest strings for which a search surely ends soon.

    `anywhere` is for a search that may begin at every character, `once` for one that can only begin
    at the beginning. `leads` is the anchor that the pattern begins with, if any.
    """

    __slots__ = ("anywhere", "facts", "leads", "once")

    def __init__(self, facts: dict[int, Facts], steps: Bound | None, leads: str) -> None:
        self.facts = facts
        self.leads = leads
        self.once = _limit(steps)
        self.anywhere = self.once if leads == "\\A" else _limit(_times(steps, LINEAR))


def _limit(steps: Bound | None) -> int:
    if steps is None:
        return -1
    coefficient, degree = steps
    if coefficient > BUDGET:
        return -1
    if degree == 0:
        return UNLIMITED
    low, high = 0, int(degree * (BUDGET / coefficient) ** (1 / degree)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if steps_at_most(steps, middle) > BUDGET:
            high = middle
        else:
            low = middle
    return low


def steps_at_most(bound: Bound, length: int) -> float:
    """Return the number of steps that a bound stands for, with a text of some length."""
    coefficient, degree = bound
    return coefficient * comb(length + degree, degree)


def assess(pattern: Pattern, committed: frozenset[int] = frozenset()) -> Risk:
    """Bound the steps of a search; `committed` nodes count as atomic."""
    facts = {id(node): Facts() for node in pattern.nodes}
    if pattern.calls:
        return Risk(facts, None, "")
    for node in pattern.nodes:
        _begin(node, facts)
    for node in reversed(pattern.nodes):
        if id(node) in committed:
            facts[id(node)].follow = 0
        _follow(node, facts)
    for node in pattern.nodes:
        _count(node, facts)
        if id(node) in committed:
            fact = facts[id(node)]
            fact.ways = ONE
            fact.is_steady = fact.is_steady and _is_brief(fact)
    root = facts[id(pattern.root)]
    return Risk(facts, root.steps, root.leads)


def mask_of(node: Node) -> int:
    """Return the characters that a node can match, as bits."""
    if isinstance(node, Any):
        return ALL if node.flags & DOT_ALL else ALL & ~(1 << 10)
    if isinstance(node, Text):
        return _folded(_bit(node.text[0]), node.flags)
    assert isinstance(node, CharacterSet)
    ranges = ranges_of(node.members)
    mask = 0
    for low, high in ranges:
        if low > 0x7F:
            mask |= BEYOND
            break
        mask |= (2 << min(high, 0x7F)) - (1 << low)
        if high > 0x7F:
            mask |= BEYOND
    mask = _folded(mask, node.flags)
    if node.members.is_negated:
        mask = ALL & ~mask | BEYOND
    return mask | BEYOND if asks_unicode(node.members, node.flags) else mask


def _bit(char: str) -> int:
    return 1 << ord(char) if char < "\x80" else BEYOND


def _folded(mask: int, flags: int) -> int:
    if not flags & IGNORE_CASE:
        return mask
    if mask & BEYOND:
        mask |= _LETTERS
    small = (mask | mask << 32) & _LETTERS
    if small & _FOLD_BEYOND:
        mask |= BEYOND
    return mask | small | small >> 32


def _begin(node: Node, facts: dict[int, Facts]) -> None:
    """Compute the first characters of a node, and whether it can be empty."""
    fact = facts[id(node)]
    if isinstance(node, Text | Any | CharacterSet):
        fact.first = mask_of(node)
        fact.is_nullable = False
    elif isinstance(node, Anchor):
        fact.leads = node.kind
    elif isinstance(node, Sequence):
        for item in node.items:
            fact.first |= facts[id(item)].first
            if not facts[id(item)].is_nullable:
                fact.is_nullable = False
                break
        fact.leads = facts[id(node.items[0])].leads
    elif isinstance(node, Alternation):
        inner = [facts[id(branch)] for branch in node.branches]
        fact.is_nullable = any(one.is_nullable for one in inner)
        for one in inner:
            fact.first |= one.first
        fact.leads = inner[0].leads if len({one.leads for one in inner}) == 1 else ""
    elif isinstance(node, Look):
        fact.first = ALL  # it runs wherever a loop before it may end, whatever it then says
    elif isinstance(node, Enclosure):
        body = facts[id(node.body)]
        fact.first, fact.is_nullable = body.first, body.is_nullable
        if isinstance(node, Repeat):
            fact.is_nullable |= node.low == 0
        else:
            fact.leads = body.leads
        if isinstance(node, Conditional) and not isinstance(node.body, Alternation):
            fact.is_nullable = True
            fact.leads = ""
    elif isinstance(node, LineBreak | Grapheme):
        fact.first = _LINE_BREAKS if isinstance(node, LineBreak) else ALL
        fact.is_nullable = False
    elif isinstance(node, Backreference | Call):
        fact.first = ALL


def _follow(node: Node, facts: dict[int, Facts]) -> None:
    """Compute for the children of a node which characters can follow them."""
    fact = facts[id(node)]
    follow = fact.follow
    if isinstance(node, Sequence):
        for item in reversed(node.items):
            inner = facts[id(item)]
            inner.follow = follow
            follow = inner.first | follow if inner.is_nullable else inner.first
    elif isinstance(node, Alternation):
        for branch in node.branches:
            facts[id(branch)].follow = follow
    elif isinstance(node, Look | Atomic):
        facts[id(node.body)].follow = 0
    elif isinstance(node, Repeat):
        body = facts[id(node.body)]
        body.follow = follow if node.high in (0, 1) else follow | body.first
    elif isinstance(node, Enclosure):
        facts[id(node.body)].follow = follow


def _count(node: Node, facts: dict[int, Facts]) -> None:
    """Bound the ways and the steps of a node whose children have been counted."""
    fact = facts[id(node)]
    if isinstance(node, Text):
        fact.steps = (float(len(node.text)), 0)
    elif isinstance(node, Sequence):
        fact.steps = (0.0, 0)
        for item in node.items:
            inner = facts[id(item)]
            fact.steps = _plus(fact.steps, _times(fact.ways, inner.steps))
            fact.ways = _times(fact.ways, inner.ways)
            fact.is_steady &= inner.is_steady
    elif isinstance(node, Alternation):
        _count_branches(node, fact, facts)
    elif isinstance(node, Repeat):
        _count_repeat(node, fact, facts[id(node.body)])
    elif isinstance(node, Enclosure):
        body = facts[id(node.body)]
        fact.steps, fact.is_steady = body.steps, body.is_steady
        if isinstance(node, Look | Atomic):
            # Inside, a branch may read far ahead in vain, and each round of a loop may do so again.
            is_run = isinstance(node.body, Repeat) and isinstance(node.body.body, _ONE_CHARACTER)
            fact.is_steady &= _is_brief(body) or (is_run and isinstance(node, Atomic))
        else:
            fact.ways = body.ways
    elif isinstance(node, Backreference | Grapheme):
        fact.steps = LINEAR
        fact.is_steady = False
    elif isinstance(node, Empty | Anchor):
        fact.steps = ONE


def _is_brief(fact: Facts) -> bool:
    """Return whether the steps of a node do not depend on the string."""
    return fact.steps is not None and fact.steps[1] == 0


def _count_branches(node: Alternation, fact: Facts, facts: dict[int, Facts]) -> None:
    fact.ways, fact.steps = (0.0, 0), (0.0, 0)
    most: Bound | None = ONE
    seen = 0
    is_told_apart = True
    for branch in node.branches:
        inner = facts[id(branch)]
        first = inner.first | fact.follow if inner.is_nullable else inner.first
        is_told_apart = is_told_apart and not seen & first
        seen |= first
        fact.ways = _plus(fact.ways, inner.ways)
        fact.steps = _plus(fact.steps, inner.steps)
        fact.is_steady &= inner.is_steady
        if most is not None:
            most = (
                None
                if inner.ways is None
                else (max(most[0], inner.ways[0]), max(most[1], inner.ways[1]))
            )
    if is_told_apart:
        fact.ways = most


def _count_repeat(node: Repeat, fact: Facts, body: Facts) -> None:
    high = node.high
    is_told_apart = not body.is_nullable and not body.first & fact.follow
    fact.is_steady = body.is_steady
    if high == 0:
        return
    if high == 1:
        fact.steps = _plus(ONE, body.steps)
        fact.ways = body.ways if is_told_apart else _plus(ONE, body.ways)
        return
    if body.ways == ONE and not body.is_nullable:
        rounds: Bound = LINEAR if high is None else (float(high), 0)
        if not is_told_apart and high != node.low:
            fact.ways = LINEAR if high is None else (float(high - node.low + 1), 0)
            fact.is_steady = False
        if body.is_steady and body.steps is not None:
            # Each round continues where the last one ended, so together they read the string once.
            fact.steps = (body.steps[0] * rounds[0], max(rounds[1], body.steps[1]))
        else:
            fact.steps = _times(rounds, body.steps)
        return
    fact.is_steady = False
    if high is None or high > _MAX_POWER or body.ways is None or body.steps is None:
        fact.ways = fact.steps = None
        return
    fact.ways = (max(2.0, body.ways[0]) ** high * 2, body.ways[1] * high)
    fact.steps = _times(fact.ways, body.steps)
