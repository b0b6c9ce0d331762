r"""Calls of groups: \g<name>, \g<1>, \g<0>.

This file resolves calls to groups. A group that calls itself, directly or not, is recursive; that
is an error if it does so before it has consumed a character, or on every path through it.

The second condition is computed for the whole tree at once, in rounds, with answers that only grow;
a pattern with so many recursive groups that this would take long is accepted unchecked.
"""

from __future__ import annotations

from duckrow.regexp.classes import shortened
from duckrow.regexp.errors import PatternError
from duckrow.regexp.lengths import called, measure
from duckrow.regexp.nodes import (
    Alternation,
    Call,
    Capture,
    Conditional,
    Enclosure,
    Repeat,
    Sequence,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern

    # How a node calls a group, if the node is at the start of that group and if it is not.
    Answers = tuple[int, int]

MAX_STEPS = 500_000
# The node does not call the group; calls it on every path; calls it at its start; or refers to a
# missing group: there Ruby stops this search and reports that error later.
_NOTHING, _RECURS, _ENDLESS, _ABANDONED = range(4)


def resolve_calls(pattern: Pattern) -> None:
    """Resolve calls to their groups and find the recursive ones; raises PatternError."""
    for call in pattern.calls:
        _resolve(call, pattern)
    recursive = _mark_recursion(pattern)
    measure(pattern)
    rounds_allowed = MAX_STEPS // len(pattern.nodes)
    for number in recursive[:rounds_allowed]:
        if _never_ends(number, pattern):
            target = pattern.captures.get(number, pattern.root)
            raise PatternError("never ending recursion", target.start)


def _resolve(call: Call, pattern: Pattern) -> None:
    shown = shortened(call.name)
    if call.number:
        if pattern.names:
            message = "numbered backref/call is not allowed. (use name)"
            raise PatternError(message, call.start)
        if call.number > pattern.group_count:
            raise PatternError(f"undefined group <{shown}> reference", call.start)
    elif call.number is None:
        numbers = pattern.names.get(call.name)
        if numbers is None:
            raise PatternError(f"undefined name <{shown}> reference", call.start)
        if len(numbers) > 1:
            raise PatternError(f"multiplex definition name <{shown}> call", call.start)
        call.number = numbers[0]
    target = called(call, pattern)
    if isinstance(target, Capture):
        target.is_called = True


def _mark_recursion(pattern: Pattern) -> list[int]:
    """Mark recursive calls and groups; return the numbers of the groups, 0 being the whole."""
    homes = _homes(pattern)
    leads: dict[int, list[int]] = {0: []}
    for number in pattern.captures:
        leads.setdefault(homes[id(pattern.captures[number])], []).append(number)
    for call in pattern.calls:
        leads.setdefault(homes[id(call)], []).append(call.number or 0)
    circle = _cycles(leads)
    recursive: set[int] = set()
    for call in pattern.calls:
        number = call.number or 0
        if circle[homes[id(call)]] == circle[number]:
            call.is_recursive = True
            recursive.add(number)
            if number:
                pattern.captures[number].is_recursive = True
    return sorted(recursive)


def _homes(pattern: Pattern) -> dict[int, int]:
    """Return for each capture and call the innermost capturing group around it."""
    homes: dict[int, int] = {}
    inside: list[Capture] = []
    members: list[Node] = [*pattern.captures.values(), *pattern.calls]
    for node in sorted(members, key=lambda node: node.start):
        while inside and inside[-1].end <= node.start:
            inside.pop()
        homes[id(node)] = inside[-1].number if inside else 0
        if isinstance(node, Capture):
            inside.append(node)
    return homes


def _cycles(leads: dict[int, list[int]]) -> dict[int, int]:
    """Give the same mark to groups that call each other: Tarjan's algorithm on a list."""
    found: dict[int, int] = {}
    lowest: dict[int, int] = {}
    mark: dict[int, int] = {}
    path: list[int] = []
    for root, firsts in leads.items():
        pending = [(root, iter(firsts))] if root not in found else []
        while pending:
            node, rest = pending[-1]
            if node not in found:
                found[node] = lowest[node] = len(found)
                path.append(node)
            for other in rest:
                if other not in found:
                    pending.append((other, iter(leads.get(other, ()))))
                    break
                if other not in mark:
                    lowest[node] = min(lowest[node], found[other])
            else:
                pending.pop()
                if pending:
                    above = pending[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == found[node]:
                    while node not in mark:
                        mark[path.pop()] = node
    return mark


def _never_ends(number: int, pattern: Pattern) -> bool:
    """Return whether a group calls itself at its start, or on every path through it."""
    start = pattern.captures.get(number, pattern.root)
    body = start.body if isinstance(start, Capture) and number else start
    answers: dict[int, Answers] = {}
    for _ in range(len(pattern.captures) + 2):
        before = dict(answers)
        for node in pattern.nodes:
            answer = _answer(node, number, answers, pattern)
            if answer != (_NOTHING, _NOTHING):
                answers[id(node)] = answer
        if answers == before:
            break
    return answers.get(id(body), (_NOTHING, _NOTHING))[0] in (_RECURS, _ENDLESS)


def _answer(node: Node, number: int, answers: dict[int, Answers], pattern: Pattern) -> Answers:
    nothing = (_NOTHING, _NOTHING)
    if isinstance(node, Call):
        if node.number == number:
            return _ENDLESS, _RECURS
        return answers.get(id(called(node, pattern)), nothing)
    if isinstance(node, Sequence):
        pairs = [answers.get(id(item), nothing) for item in node.items]
        return _in_sequence(node.items, pairs), max([pair[1] for pair in pairs])
    if isinstance(node, Alternation):
        pairs = [answers.get(id(branch), nothing) for branch in node.branches]
        return _in_branches([pair[0] for pair in pairs]), _in_branches([pair[1] for pair in pairs])
    if isinstance(node, Enclosure):
        head, tail = answers.get(id(node.body), nothing)
        if _may_be_skipped(node):
            return head if head >= _ENDLESS else _NOTHING, tail if tail >= _ENDLESS else _NOTHING
        return head, tail
    return nothing


def _in_sequence(items: list[Node], pairs: list[Answers]) -> int:
    out = _NOTHING
    may_begin = True
    for item, (head, tail) in zip(items, pairs, strict=True):
        out = max(out, head if may_begin else tail)
        if out >= _ENDLESS:
            return out
        if may_begin and item.is_lost:
            return _ABANDONED
        may_begin = may_begin and item.min_length == 0
    return out


def _in_branches(answers: list[int]) -> int:
    return next((answer for answer in answers if answer >= _ENDLESS), min(answers))


def _may_be_skipped(node: Enclosure) -> bool:
    if isinstance(node, Repeat):
        return node.low == 0
    return isinstance(node, Conditional) and not isinstance(node.body, Alternation)
