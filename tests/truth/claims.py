"""Claims: answers of `duckrow explain`, with the statement whose removal must change the effect.

    order A B     the chain of an order, one of whose statements is the only one of its kind
    notify A B    the chain of a refresh, likewise
    notify A      the chain of one of all refreshes
    value R A     the statement that set an attribute, or one that its value comes from
    class C       all statements that include a class: without them it is not in the catalog, or
                  another one includes it, which has been waiting for that: its tags differ
    resource R    the statement that declares a resource

A statement is the only one of its kind if no other way leads around it. An unrelated statement is
in the same file, runs, and the answer does not name its line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.truth.outcomes import Outcome
from tests.truth.removal import Removals
from tests.truth.scenario import Edit

from duckrow.explain.answer import Answer, Reason
from duckrow.machine.local import LocalMachine
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.explain.chains import explain_class
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.order import explain_order
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.refreshes import explain_notify
from duckrow.puppet.explain.resources import explain_resource
from duckrow.puppet.explain.value import explain_value
from duckrow.puppet.syntax import nodes as n

# The reasons that hand a value on as it is, or as a part of a string.
_HANDS_ON = frozenset(
    "declaration default override collector parameter assignment variable hiera container".split()
) | {"parameter default"}

_STATEMENTS = (n.AbstractResource, n.CollectExpression)


@dataclass
class Claim:
    """One answer and what removing the statement that it names must do."""

    question: list[str]
    reason: Reason
    edits: list[Edit]
    replacement: Edit | None  # another value in the place of the one that is removed
    controls: list[Edit]  # unrelated statements, in the order in which they are tried
    effect: Callable[[Outcome], object]
    words: tuple[str, ...]  # an error about the removed statement names all of these
    needs_graph: bool

    def __str__(self) -> str:
        return " ".join(self.question)

    def is_about(self, error: str) -> bool:
        """Return whether an error is about the removed statement."""
        return bool(self.words) and all(each.lower() in error.lower() for each in self.words)


class Claims:
    """Chooses claims about one recorded compile."""

    def __init__(self, recorded: Recorded, seed: str) -> None:
        self.recorded = recorded
        self.graph = ReasonedGraph(recorded, LocalMachine())
        self.removals = Removals(recorded)
        self.random = random.Random(seed)
        self.redundant = 0  # answers of which several statements are the cause
        self.fixed = 0  # answers whose statements cannot be removed alone
        self._lines = {
            (place.file, place.line)
            for each in recorded.build.catalog.resources
            if (place := recorded.declared_at(each)) is not None
        }

    def choose(self, kind: str) -> Iterator[Claim]:
        """Return claims of a kind in a random order, without end unless there are none."""
        makers = {
            "order": self._order,
            "notify": self._notify,
            "refreshed": self._refreshed,
            "value": self._value,
            "class": self._class,
            "resource": self._resource,
        }
        yield from makers[kind]()

    # ---- order and refreshes

    def _pairs(self, *, refresh: bool) -> Iterator[tuple[Resource, Resource]]:
        graph = self.graph.graph
        live = [each for each in graph.live() if graph.outgoing[each]]
        for _ in range(600 if live else 0):
            number = self.random.choice(live)
            one = self.graph.resource(number)
            for _ in range(self.random.randint(1, 6)):
                following = [
                    each
                    for each in graph.outgoing[number]
                    if not refresh or self.graph.carries_events(number, each)
                ]
                if not following:
                    break
                number = self.random.choice(following)
            other = self.graph.resource(number)
            if one is not other and not self._is_nested(one, other):
                yield one, other

    def _is_nested(self, one: Resource, other: Resource) -> bool:
        return self.graph.is_inside(one, other) or self.graph.is_inside(other, one)

    def _order(self) -> Iterator[Claim]:
        for one, other in self._pairs(refresh=False):
            if self.graph.way(self.graph.end(one), self.graph.start(other)) is None:
                continue
            answer = explain_order(self.graph, str(one), str(other))
            if answer.is_yes:
                yield from self._chain(answer, one, other, refresh=False)

    def _notify(self) -> Iterator[Claim]:
        for one, other in self._pairs(refresh=True):
            answer = explain_notify(self.graph, str(one), str(other))
            if answer.is_yes:
                yield from self._refresh(answer)

    def _refreshed(self) -> Iterator[Claim]:
        for one, _ in self._pairs(refresh=True):
            answer = explain_notify(self.graph, str(one))
            if answer.is_yes:
                chosen = self.random.choice(answer.reasons)
                yield from self._refresh(Answer(answer.question, chosen.text, chosen.because))

    def _refresh(self, answer: Answer) -> Iterator[Claim]:
        """Return the claim of a chain, which may begin or end inside of a container."""
        one = self.recorded.expect(answer.reasons[0].source)
        other = self.recorded.expect(answer.reasons[-1].target)
        yield from self._chain(answer, one, other, refresh=True)

    def _chain(
        self, answer: Answer, one: Resource, other: Resource, *, refresh: bool
    ) -> Iterator[Claim]:
        graph = self.graph
        names = str(one), str(other)
        reasons = list(answer.reasons)
        self.random.shuffle(reasons)
        for reason in reasons:
            edit = self.removals.of(reason)
            if edit is None:
                continue
            first, last = self._ends(reason)
            if not self._is_only(graph.end(one), graph.start(other), (first, last), refresh):
                self.redundant += 1
                continue
            if not self._has_one_place(reason):
                self.redundant += 1
                continue

            def effect(outcome: Outcome) -> object:
                return outcome.leads(*names, refresh=refresh)

            yield self._made(answer, reason, [edit], effect, (), needs_graph=True)
            return
        self.fixed += 1

    def _ends(self, reason: Reason) -> tuple[int, int]:
        """Return the nodes of the edge of a reason."""
        one, other = self.recorded.expect(reason.source), self.recorded.expect(reason.target)
        if reason.kind != "containment":
            return self.graph.end(one), self.graph.start(other)
        if self.graph.is_inside(other, one):
            return self.graph.start(one), self.graph.start(other)
        return self.graph.end(one), self.graph.end(other)

    def _is_only(self, source: int, target: int, edge: tuple[int, int], refresh: bool) -> bool:
        """Return whether no way leads around an edge."""

        def may_use(one: int, other: int) -> bool:
            return (one, other) != edge and (not refresh or self.graph.carries_events(one, other))

        return self.graph.way(source, target, may_use) is None

    def _has_one_place(self, reason: Reason) -> bool:
        if reason.kind == "containment":
            return True
        one, other = self.recorded.expect(reason.source), self.recorded.expect(reason.target)
        return len({str(each.place) for each in self.graph.relations(one, other)}) == 1

    # ---- values

    def _value(self) -> Iterator[Claim]:
        resources = [
            each
            for each in self.recorded.build.catalog.resources
            if not each.is_virtual and each.parameters
        ]
        for _ in range(300 if resources else 0):
            resource = self.random.choice(resources)
            name = self.random.choice(list(resource.parameters))
            if resource.get(name) is None or name in ("name", "title"):
                continue
            if name in ("require", "before", "notify", "subscribe", "tag", "alias"):
                continue
            answer = explain_value(self.recorded, str(resource), name)
            yield from self._value_claim(answer, str(resource), name)

    def _value_claim(self, answer: Answer, ref: str, name: str) -> Iterator[Claim]:
        found = [
            (reason, edit)
            for reason in _handed_on(answer.reasons[:1])
            if (edit := self.removals.of(reason)) is not None
        ]
        if not found:
            self.fixed += 1
            return
        reason, edit = self.random.choice(found)

        def effect(outcome: Outcome) -> object:
            return outcome.value(ref, name)

        word = edit.what.rpartition(" ")[2].removeprefix("$")
        yield self._made(answer, reason, [edit], effect, (word,), needs_graph=False)

    # ---- inclusion

    def _class(self) -> Iterator[Claim]:
        resources = [
            each
            for each in self.recorded.build.catalog.resources
            if each.is_class
            and each is not self.recorded.build.main
            and each.title.lower() != "settings"
        ]
        self.random.shuffle(resources)
        for resource in resources:
            ref = str(resource)
            answer = explain_class(self.recorded, ref)
            edits = [self.removals.of(_unmarked(each)) for each in answer.reasons]
            found = list(dict.fromkeys(each for each in edits if each is not None))
            if not found or len(found) > 4 or None in edits:
                self.fixed += 1
                continue

            def effect(outcome: Outcome, ref: str = ref) -> object:
                # A class has the tags of who includes it first.
                return ref in outcome.resources and outcome.tags[ref]

            words = (resource.title.lower(),)
            yield self._made(answer, answer.reasons[0], found, effect, words, needs_graph=False)

    def _resource(self) -> Iterator[Claim]:
        resources = [
            each
            for each in self.recorded.build.catalog.resources
            if not each.is_class and not each.is_virtual and each.type not in ("Stage", "Node")
        ]
        self.random.shuffle(resources)
        for resource in resources:
            ref = str(resource)
            answer = explain_resource(self.recorded, ref)
            reason = self.random.choice(answer.reasons) if answer.reasons else None
            if reason is None or reason.place is None:
                continue
            edit = self.removals.resource(reason.place)
            if edit is None:
                self.fixed += 1
                continue

            def effect(outcome: Outcome, ref: str = ref) -> object:
                return ref in outcome.resources

            words = (resource.title,)
            yield self._made(answer, reason, [edit], effect, words, needs_graph=False)

    # ---- all

    def _made(
        self,
        answer: Answer,
        reason: Reason,
        edits: list[Edit],
        effect: Callable[[Outcome], object],
        words: tuple[str, ...],
        *,
        needs_graph: bool,
    ) -> Claim:
        controls = self._unrelated(answer, edits)
        replacement = self.removals.replaced(reason)
        return Claim(
            answer.question, reason, edits, replacement, controls, effect, words, needs_graph
        )

    def _unrelated(self, answer: Answer, edits: list[Edit]) -> list[Edit]:
        """Return statements that an answer does not name, of the same file if it has any."""
        named = {
            (each.place.file, each.place.line)
            for each in _every(answer.reasons)
            if each.place is not None
        }
        others = sorted({file for file, _ in self._lines} - {edits[0].file})
        self.random.shuffle(others)
        for file in (edits[0].file, *others):
            found = [
                each
                for each in self._statements(file, named)
                if not any(_overlap(each, edit) for edit in edits)
            ]
            if found:
                self.random.shuffle(found)
                return found[:6]
        return []

    def _statements(self, file: str, named: set[tuple[str, int]]) -> Iterator[Edit]:
        """Return the attributes of statements of a file that run and are not named."""
        for line, _, way in self.removals.ways(file):
            node = way[-1]
            if isinstance(node, n.AttributeOperation):
                statement = next(each for each in reversed(way) if isinstance(each, _STATEMENTS))
                at = file, self._line(file, statement)
                if (file, line) not in named and at not in named and at in self._lines:
                    yield self.removals.with_comma(file, node, f"unrelated {node.name}")

    def _line(self, file: str, node: n.Node) -> int:
        program = self.recorded.trees.program(file)
        assert program is not None
        return program.source.position(node.at)[0]


def _overlap(one: Edit, other: Edit) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end


def _handed_on(reasons: list[Reason]) -> Iterator[Reason]:
    """Return the reasons along which a value is handed on."""
    for reason in reasons:
        if reason.kind in _HANDS_ON:
            yield reason
            yield from _handed_on(reason.because)


def _every(reasons: list[Reason]) -> Iterator[Reason]:
    for reason in reasons:
        yield reason
        yield from _every(reason.because)


def _unmarked(reason: Reason) -> Reason:
    text = reason.text.removeprefix("first: ").removeprefix("again: ")
    return Reason(reason.kind, text, reason.place, reason.because)
