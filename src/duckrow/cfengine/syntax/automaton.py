"""Build and run a table-driven parser with error recovery (LALR(1)) from a grammar.

Messages about invalid text depend on details, which are those of the reference's parser generator:

1. A state that can only complete one rule does so without reading the next token.
2. A state that can complete rules uses the rule for most tokens as its default, also for tokens
   that are invalid there: the error is then found a little later, before the token is read. A state
   that accepts `error` has no default.
3. After an error, states are left until one accepts `error`. Until three tokens are read without an
   error, nothing more is reported, and a token that is invalid twice is dropped.
"""

from __future__ import annotations

from functools import cache

from duckrow.cfengine.syntax.grammar import END, ERROR, RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Actions(Protocol):
        """The interface of the actions that the parser calls."""

        def report_syntax_error(self) -> None: ...

        def do(self, action: str, lookahead: str | None) -> str | None:
            """Run the action of a completed rule; may return `CLEAR` or `STOP`."""


# Results of an action: drop the next token; stop reading.
CLEAR, STOP = "clear", "stop"

_START = "start"
_QUIET = 3


class Rule:
    """One line of the grammar."""

    __slots__ = ("action", "name", "number", "parts")

    def __init__(self, number: int, name: str, parts: tuple[str, ...], action: str | None) -> None:
        self.number = number
        self.name = name
        self.parts = parts
        self.action = action


class Tables:
    """The tables of a parser: its action in each state. State 0 is the first."""

    __slots__ = ("default", "goto", "reduce", "rules", "shift")

    def __init__(self, states: int, rules: list[Rule]) -> None:
        self.rules = rules
        self.shift: list[dict[str, int]] = [{} for _ in range(states)]
        self.goto: list[dict[str, int]] = [{} for _ in range(states)]
        # Tokens for which the default does not apply.
        self.reduce: list[dict[str, Rule]] = [{} for _ in range(states)]
        self.default: list[Rule | None] = [None] * states


def read_rules(text: str) -> list[Rule]:
    """Read rules in the notation of grammar.py."""
    rules = [Rule(0, _START, ("policy", END), None)]
    for line in text.splitlines():
        if not line.strip():
            continue
        name, _, rest = line.partition(":")
        words = rest.split()
        action = words.pop()[1:] if words and words[-1].startswith("!") else None
        rules.append(Rule(len(rules), name, tuple(words), action))
    return rules


def build(rules: list[Rule]) -> Tables:
    """Return the tables of a grammar."""
    by_name: dict[str, list[Rule]] = {}
    for rule in rules:
        by_name.setdefault(rule.name, []).append(rule)
    states, moves = _states(rules, by_name)
    tables = Tables(len(states), rules)
    complete: list[list[Rule]] = [[] for _ in states]
    for number, closure in enumerate(states):
        for rule_number, dot in closure:
            if dot == len(rules[rule_number].parts):
                complete[number].append(rules[rule_number])
        complete[number].sort(key=lambda rule: rule.number)
        for symbol, target in moves[number].items():
            (tables.goto if symbol in by_name else tables.shift)[number][symbol] = target
    looks = _lookaheads(rules, by_name, states, moves)
    for number, found in enumerate(complete):
        _choose_rules(tables, number, found, looks)
    return tables


def _choose_rules(
    tables: Tables, number: int, complete: list[Rule], looks: dict[tuple[int, int], set[str]]
) -> None:
    """Choose between rules, and the default rule of a state."""
    shift = tables.shift[number]
    if not complete:
        return
    if len(complete) == 1 and not shift:
        tables.default[number] = complete[0]
        return
    row: dict[str, Rule] = {}
    for rule in reversed(complete):
        for word in looks[number, rule.number]:
            row[word] = rule
    for word in shift:
        row.pop(word, None)
    if ERROR not in shift:
        most = 0
        for rule in complete:
            count = sum(1 for each in row.values() if each is rule)
            if count > most:
                most = count
                tables.default[number] = rule
        row = {word: rule for word, rule in row.items() if rule is not tables.default[number]}
    tables.reduce[number] = row


def _states(
    rules: list[Rule], by_name: dict[str, list[Rule]]
) -> tuple[list[frozenset[tuple[int, int]]], list[dict[str, int]]]:
    """Return the states, as sets of rules with a position in each, and the moves between them."""
    first = frozenset(((0, 0),))
    kernels = {first: 0}
    order = [first]
    closures: list[frozenset[tuple[int, int]]] = []
    moves: list[dict[str, int]] = []
    at = 0
    while at < len(order):
        closure = _closure(order[at], rules, by_name)
        closures.append(closure)
        targets: dict[str, set[tuple[int, int]]] = {}
        for number, dot in closure:
            parts = rules[number].parts
            if dot < len(parts) and parts[dot] != END:
                targets.setdefault(parts[dot], set()).add((number, dot + 1))
        move: dict[str, int] = {}
        for symbol, kernel in targets.items():
            frozen = frozenset(kernel)
            if frozen not in kernels:
                kernels[frozen] = len(order)
                order.append(frozen)
            move[symbol] = kernels[frozen]
        moves.append(move)
        at += 1
    return closures, moves


def _closure(
    kernel: frozenset[tuple[int, int]], rules: list[Rule], by_name: dict[str, list[Rule]]
) -> frozenset[tuple[int, int]]:
    found = set(kernel)
    waiting = list(kernel)
    while waiting:
        number, dot = waiting.pop()
        parts = rules[number].parts
        if dot < len(parts):
            for rule in by_name.get(parts[dot], ()):
                item = (rule.number, 0)
                if item not in found:
                    found.add(item)
                    waiting.append(item)
    return frozenset(found)


def _lookaheads(
    rules: list[Rule],
    by_name: dict[str, list[Rule]],
    states: list[frozenset[tuple[int, int]]],
    moves: list[dict[str, int]],
) -> dict[tuple[int, int], set[str]]:
    """Return the tokens that may follow each rule completed in each state.

    For each move by a name: the tokens that can be read right after it, then those that follow
    names that end there too, until nothing changes.
    """
    empty = _can_be_empty(rules)
    follow: dict[tuple[int, str], set[str]] = {
        (state, name): set() for state, move in enumerate(moves) for name in move if name in by_name
    }
    passes: dict[tuple[int, str], set[tuple[int, str]]] = {key: set() for key in follow}
    for (state, name), words in follow.items():
        target = moves[state][name]
        words.update(symbol for symbol in moves[target] if symbol not in by_name)
        if any(rules[n].parts[d : d + 1] == (END,) for n, d in states[target]):
            words.add(END)
        for symbol in moves[target]:
            if symbol in empty:
                # A token that can be read after an empty part can be read here.
                passes[target, symbol].add((state, name))
    _spread(follow, passes)
    passes = {key: set() for key in follow}
    ends: dict[tuple[int, int], set[tuple[int, str]]] = {}
    for state, name in follow:
        for rule in by_name[name]:
            at = state
            for index, part in enumerate(rule.parts):
                if part in by_name and all(p in empty for p in rule.parts[index + 1 :]):
                    passes[state, name].add((at, part))
                at = moves[at][part]
            ends.setdefault((at, rule.number), set()).add((state, name))
    _spread(follow, passes)
    found: dict[tuple[int, int], set[str]] = {}
    for key, sources in ends.items():
        found[key] = set().union(*(follow[source] for source in sources))
    return found


def _can_be_empty(rules: list[Rule]) -> set[str]:
    empty: set[str] = set()
    while True:
        more = {r.name for r in rules if all(part in empty for part in r.parts)} - empty
        if not more:
            return empty
        empty |= more


def _spread(
    follow: dict[tuple[int, str], set[str]],
    passes: dict[tuple[int, str], set[tuple[int, str]]],
) -> None:
    waiting = list(follow)
    while waiting:
        source = waiting.pop()
        words = follow[source]
        for target in passes[source]:
            before = len(follow[target])
            follow[target] |= words
            if len(follow[target]) != before:
                waiting.append(target)


@cache
def policy_tables() -> Tables:
    """Return the tables of the policy grammar, built on first use."""
    return build(read_rules(RULES))


def run(tables: Tables, next_word: Callable[[], str], actions: Actions) -> None:
    """Read tokens until the end, a `STOP`, or an error without recovery."""
    states = [0]
    lookahead: str | None = None
    quiet = 0
    while True:
        state = states[-1]
        rule = tables.default[state]
        shift = tables.shift[state]
        if shift or tables.reduce[state] or rule is None:
            if lookahead is None:
                lookahead = next_word()
            target = shift.get(lookahead)
            if target is not None:
                states.append(target)
                lookahead = None
                quiet = max(quiet - 1, 0)
                continue
            rule = tables.reduce[state].get(lookahead, rule)
            if rule is None and lookahead == END and _is_accepting(tables, state):
                return
        if rule is not None:
            asked = actions.do(rule.action, lookahead) if rule.action else None
            if asked == CLEAR:
                lookahead = None
            elif asked == STOP:
                return
            if rule.parts:
                del states[-len(rule.parts) :]
            states.append(tables.goto[states[-1]][rule.name])
            continue
        if not quiet:
            actions.report_syntax_error()
        elif quiet == _QUIET and lookahead is not None:
            if lookahead == END:
                return
            lookahead = None
        quiet = _QUIET
        while ERROR not in tables.shift[states[-1]]:
            states.pop()
            if not states:
                return
        states.append(tables.shift[states[-1]][ERROR])


def _is_accepting(tables: Tables, state: int) -> bool:
    return tables.goto[0].get("policy") == state
